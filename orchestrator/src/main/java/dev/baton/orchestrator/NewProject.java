package dev.baton.orchestrator;

import java.util.List;

/** A project to create. */
public record NewProject(String name, List<NewRepo> repos) {
  public NewProject {
    repos = List.copyOf(repos);
  }
}
