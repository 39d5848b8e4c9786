package dev.baton.app.web.board;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.planning.Projects;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt.Target;
import java.util.List;
import java.util.UUID;

/**
 * A repository to choose for an attempt, where the project has several.
 *
 * @param branch where the work begins, and goes in the end
 */
public record RepoChoice(UUID id, String name, String branch, boolean isChosen) {
  /** The field of a form that has the repositories which were chosen. */
  public static final String FIELD = "repo";

  /** Says that a form has these fields: of boxes of which none is checked nothing is sent. */
  public static final String SHOWN = "choose_repos";

  /** Those of a project, all of them until somebody chose; none where there is no choice. */
  public static List<RepoChoice> list(Projects projects, UUID project, Fields typed) {
    return several(projects, project).stream()
        .map(
            repo ->
                new RepoChoice(
                    repo.id(),
                    VisibleText.line(repo.name()),
                    VisibleText.line(repo.defaultBranch()),
                    isChosen(typed, repo)))
        .toList();
  }

  /** What an attempt gets by a form; none where the project has one repository alone. */
  public static List<Target> read(Projects projects, UUID project, Fields form) {
    var repos = several(projects, project);
    var chosen = repos.stream().filter(repo -> isChosen(form, repo)).toList();
    if (chosen.isEmpty() && !repos.isEmpty()) {
      throw ToolFailure.invalid(
          "No repository is chosen, and the agent needs one to work in", "Choose at least one");
    }
    return chosen.stream().map(repo -> new Target(repo.id(), repo.defaultBranch())).toList();
  }

  // why: an attempt takes an only one by itself
  private static List<Repo> several(Projects projects, UUID project) {
    return projects.load(project).repos().size() < 2 ? List.of() : projects.listRepos(project);
  }

  private static boolean isChosen(Fields form, Repo repo) {
    return !form.has(SHOWN) || form.all(FIELD).contains(repo.id().toString());
  }
}
