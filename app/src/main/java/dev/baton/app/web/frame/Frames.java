package dev.baton.app.web.frame;

import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.Projects.ProjectWithRepos;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the frame that every page has around its content. Thread safe. */
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
    var listed = listed(chosen);
    var projects =
        listed.stream()
            .map(ProjectWithRepos::project)
            .sorted(Comparator.comparing(Project::name, String.CASE_INSENSITIVE_ORDER))
            .toList();
    return new Frame(
        assets,
        place,
        title,
        projects,
        names(listed),
        projects.stream().filter(it -> chosen.contains(it.id())).findFirst(),
        orchestrator.needsYou().count(Frame.MOST_NEEDS + 1),
        visit.latestEvent(),
        visit.request().formToken().orElse(""));
  }

  /**
   * Names of projects; if several have one name, each is called with its path, or with the end of
   * its id.
   */
  private static Map<UUID, String> names(List<ProjectWithRepos> projects) {
    var names = new HashMap<UUID, String>();
    projects.stream()
        .collect(Collectors.groupingBy(one -> one.project().name()))
        .forEach(
            (name, alike) -> alike.forEach(one -> names.put(one.project().id(), name(one, alike))));
    return names;
  }

  private static String name(ProjectWithRepos one, List<ProjectWithRepos> alike) {
    var name = one.project().name();
    if (alike.size() > 1) {
      var isPathOwn = alike.stream().filter(it -> path(it).equals(path(one))).count() == 1;
      var id = one.project().id().toString();
      name = "%s (%s)".formatted(name, isPathOwn ? path(one) : id.substring(id.length() - 8));
    }
    return VisibleText.of(name);
  }

  private static String path(ProjectWithRepos project) {
    return project.repos().stream().findFirst().map(repo -> repo.path().toString()).orElse("");
  }

  /** The newest projects that are not archived, and the chosen ones, however old they are. */
  private List<ProjectWithRepos> listed(List<UUID> chosen) {
    var newest =
        orchestrator
            .projects()
            .list(
                PageRequest.first(PageLimit.items(200)), false, PageView.<ProjectWithRepos>plain())
            .items();
    var older =
        chosen.stream()
            .filter(id -> newest.stream().noneMatch(it -> it.project().id().equals(id)))
            .flatMap(id -> orchestrator.projects().find(id).stream())
            .filter(it -> it.project().archivedAt().isEmpty());
    return Stream.concat(newest.stream(), older).toList();
  }
}
