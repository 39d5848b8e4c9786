package dev.baton.app.web.frame;

import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.Projects.ProjectWithRepos;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** Makes what every page has around its content. Thread safe. */
public final class Frames {
  private final Orchestrator orchestrator;
  private final Assets assets;

  public Frames(Orchestrator orchestrator, Assets assets) {
    this.orchestrator = orchestrator;
    this.assets = assets;
  }

  /** Around a page that is about all projects. */
  public Frame frame(Visit visit, Frame.Place place, String title) {
    return frame(visit, place, title, List.of());
  }

  /** Around a page that is about one project. */
  public Frame frame(Visit visit, Frame.Place place, String title, UUID projectId) {
    return frame(visit, place, title, List.of(projectId));
  }

  private Frame frame(Visit visit, Frame.Place place, String title, List<UUID> chosen) {
    var projects = projects();
    return new Frame(
        assets,
        place,
        title,
        projects,
        projects.stream().filter(it -> chosen.contains(it.id())).findFirst(),
        orchestrator.needsYou().count(Frame.MOST_NEEDS + 1),
        orchestrator.events().latest(),
        visit.request().formToken().orElse(""));
  }

  /** All projects that are not archived, by name. */
  private List<Project> projects() {
    return orchestrator
        .projects()
        .list(PageRequest.first(PageLimit.items(200)), false, PageView.<ProjectWithRepos>plain())
        .items()
        .stream()
        .map(ProjectWithRepos::project)
        .sorted(Comparator.comparing(Project::name, String.CASE_INSENSITIVE_ORDER))
        .toList();
  }
}
