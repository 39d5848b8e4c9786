package dev.baton.app.web.board;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.planning.Labels.LabelChange;
import dev.baton.orchestrator.store.LabelTable.LabelUse;
import dev.baton.workflow.internal.record.Sentence;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Names a project, changes its labels, and deletes it. */
public final class ProjectPage {
  /**
   * What the page shows.
   *
   * @param name as it stands in the field
   * @param seen the name that the reader has seen
   * @param problem what was not done, if something was asked for
   */
  record ProjectView(
      UUID id,
      String name,
      String seen,
      List<RepoLine> repos,
      List<LabelLine> labels,
      boolean isArchived,
      Optional<Problem> problem) {
    Optional<String> problem(String place) {
      return problem.filter(it -> it.place().equals(place)).map(Problem::sentence);
    }

    /** The problem with a label that has another name by now, or is gone. */
    Optional<String> lostProblem() {
      return problem
          .filter(it -> !it.place().equals(NAME))
          .filter(it -> labels.stream().noneMatch(label -> label.name().equals(it.place())))
          .map(Problem::sentence);
    }
  }

  /** A repository and where it is. */
  record RepoLine(String name, String path) {}

  /**
   * A label that can get another name and colour.
   *
   * @param typed the name as it stands in the field
   * @param chosen the colour that is chosen there
   */
  record LabelLine(String name, String colour, String typed, String chosen, long uses) {
    String words() {
      return Sentence.counted(uses, "task");
    }
  }

  /**
   * Why something was not done.
   *
   * @param place the form that was sent
   */
  record Problem(String place, String sentence) {}

  private static final String NAME = "name";

  private final Orchestrator orchestrator;
  private final Frames frames;

  public ProjectPage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  /** The colours to choose from. */
  static List<String> colours() {
    return Stream.of(LabelColour.values()).map(ProjectPage::wire).toList();
  }

  private static String wire(LabelColour colour) {
    return colour.name().toLowerCase(Locale.ROOT);
  }

  static String word(String colour) {
    return colour.substring(0, 1).toUpperCase(Locale.ROOT) + colour.substring(1);
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, Optional.empty(), Optional.empty());
  }

  private Route.Response show(
      Visit visit, int status, Optional<String> typed, Optional<Problem> problem) {
    var id = visit.requireId("project");
    var loaded = orchestrator.projects().load(id);
    var view =
        new ProjectView(
            id,
            typed.orElse(loaded.project().name()),
            status == 422
                ? visit.form().find("seen").orElse(loaded.project().name())
                : loaded.project().name(),
            loaded.repos().stream().map(ProjectPage::line).toList(),
            orchestrator.labels().list(id).stream().map(use -> line(use, problem, visit)).toList(),
            loaded.project().archivedAt().isPresent(),
            problem);
    var frame = frames.frame(visit, Frame.Place.BOARD, "Project", id);
    return Html.page(status, out -> JteprojectGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** What was typed comes back with what is wrong with it. */
  private static LabelLine line(LabelUse use, Optional<Problem> problem, Visit visit) {
    var name = use.label().name();
    var colour = wire(use.label().colour());
    var isRefused = problem.filter(it -> it.place().equals(name)).isPresent();
    return new LabelLine(
        name,
        colour,
        isRefused ? visit.form().text("name") : name,
        isRefused ? visit.form().find("colour").orElse(colour) : colour,
        use.tasks());
  }

  private static RepoLine line(Repo repo) {
    return new RepoLine(VisibleText.of(repo.name()), VisibleText.of(repo.path().toString()));
  }

  public Route.Response rename(Visit visit) {
    var name = visit.form().text("name").strip();
    var id = visit.requireId("project");
    try {
      var ignored =
          visit
              .form()
              .find("seen")
              .map(seen -> orchestrator.projects().rename(id, seen, name))
              .orElseGet(() -> orchestrator.projects().rename(id, name));
      return back(visit);
    } catch (ToolFailure failure) {
      return show(visit, status(failure), Optional.of(name), Optional.of(problem(NAME, failure)));
    }
  }

  private static int status(ToolFailure failure) {
    return failure.code().equals(FailureCode.ALREADY_DONE) ? 409 : 422;
  }

  /** Another name or colour for a label; all tasks keep it. */
  public Route.Response label(Visit visit) {
    var form = visit.form();
    try {
      var ignored =
          orchestrator
              .labels()
              .change(
                  new LabelChange(
                      visit.requireId("project"),
                      form.text("label"),
                      Optional.of(form.text("name").strip()),
                      form.find("colour")
                          .filter(it -> !it.equals(form.text("seen_colour")))
                          .map(ProjectPage::colour),
                      form.find("seen_colour").map(ProjectPage::colour)));
      return back(visit);
    } catch (ToolFailure failure) {
      return show(
          visit,
          status(failure),
          Optional.empty(),
          Optional.of(problem(form.text("label"), failure)));
    }
  }

  private static LabelColour colour(String text) {
    return Stream.of(LabelColour.values())
        .filter(it -> wire(it).equals(text))
        .findFirst()
        .orElseThrow(() -> Visit.foreign("colour", text));
  }

  private static Problem problem(String place, ToolFailure failure) {
    return new Problem(place, Sentences.of(failure));
  }

  /** Takes a project off the board with all its tasks, or puts it back. */
  public Route.Response archive(Visit visit) {
    var archived = visit.isTrue("archived", true);
    var project = orchestrator.projects().archive(visit.requireId("project"), archived);
    return Route.Response.seeOther(archived ? "/archive" : "/projects/" + project.id());
  }

  private static Route.Response back(Visit visit) {
    return Route.Response.seeOther("/projects/%s/settings".formatted(visit.requireId("project")));
  }
}
