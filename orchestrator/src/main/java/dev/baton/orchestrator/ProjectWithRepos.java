package dev.baton.orchestrator;

import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Repo;
import java.util.List;

/** A project and its repositories. */
public record ProjectWithRepos(Project project, List<Repo> repos) {
  public ProjectWithRepos {
    repos = List.copyOf(repos);
  }
}
