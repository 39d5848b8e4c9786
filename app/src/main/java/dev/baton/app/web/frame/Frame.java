package dev.baton.app.web.frame;

import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.board.Project;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The frame that every page has around its content.
 *
 * @param names what projects are called where one is chosen, by their ids
 * @param project the one whose board is shown; empty for all of them
 * @param needsYou how many things wait for a person, counted up to one more than {@link
 *     #MOST_NEEDS}
 * @param latestEvent up to which event the page knows everything
 * @param formToken what its forms send along
 */
public record Frame(
    Assets assets,
    Place place,
    String title,
    List<Project> projects,
    Map<UUID, String> names,
    Optional<Project> project,
    long needsYou,
    long latestEvent,
    String formToken) {
  /** The most that is counted: nobody needs a higher number, and counting would cost every page. */
  static final int MOST_NEEDS = 999;

  /** Where in the navigation a page is. */
  public enum Place {
    BOARD,
    NEEDS_YOU,
    WORKFLOWS,
    INSIGHTS,
    NONE
  }

  String asset(String name) {
    return assets.path(name);
  }

  /** The title of the tab; the number says from afar that somebody waits. */
  String tabTitle() {
    return (needsYou > 0 ? "(%s) ".formatted(needsYouText()) : "") + title + " · Baton";
  }

  /** How much waits, in a word. */
  public String needsYouText() {
    return needsYou > MOST_NEEDS ? MOST_NEEDS + "+" : String.valueOf(needsYou);
  }

  public String projectName() {
    if (projects.isEmpty()) {
      return "No project yet";
    }
    return project.map(this::name).orElse("All projects");
  }

  /** What a project is called, with what tells it from another one of its name. */
  public String name(Project one) {
    return names.getOrDefault(one.id(), VisibleText.of(one.name()));
  }

  public String boardAddress() {
    return project.map(it -> "/projects/" + it.id()).orElse("/");
  }

  public String insightsAddress() {
    return "/insights" + project.map(it -> "?project=" + it.id()).orElse("");
  }

  public String newTaskAddress() {
    return "/tasks/new" + project.map(it -> "?project=" + it.id()).orElse("");
  }

  /** Marks where the reader is; absent elsewhere. */
  @org.jspecify.annotations.Nullable
  String current(Place here) {
    return place == here ? "page" : null;
  }

  @org.jspecify.annotations.Nullable
  String currentProject(UUID id) {
    return project.filter(it -> it.id().equals(id)).isPresent() ? "true" : null;
  }
}
