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
    var listed = listed();
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
        orchestrator.events().latest(),
        visit.request().formToken().orElse(""));
  }

  /** Of several projects of one name each is called with its path, or with the end of its id. */
  private static Map<UUID, String> names(List<ProjectWithRepos> projects) {
    var names = new HashMap<UUID, String>();
    for (var one : projects) {
      var alike =
          projects.stream().filter(it -> it.project().name().equals(one.project().name())).toList();
      var isPathOwn = alike.stream().filter(it -> path(it).equals(path(one))).count() == 1;
      var id = one.project().id().toString();
      var apart = isPathOwn ? path(one) : id.substring(id.length() - 8);
      names.put(
          one.project().id(),
          VisibleText.of(
              alike.size() == 1
                  ? one.project().name()
                  : "%s (%s)".formatted(one.project().name(), apart)));
    }
    return names;
  }

  private static String path(ProjectWithRepos project) {
    return project.repos().stream().findFirst().map(repo -> repo.path().toString()).orElse("");
  }

  /** All projects that are not archived. */
  private List<ProjectWithRepos> listed() {
    return orchestrator
        .projects()
        .list(PageRequest.first(PageLimit.items(200)), false, PageView.<ProjectWithRepos>plain())
        .items();
  }
}
