package dev.baton.orchestrator;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A repository to add to a project.
 *
 * @param path the local git repository
 * @param name how it is called; the last part of the path if empty
 * @param shared if another project may have the same repository
 */
public record NewRepo(Path path, Optional<String> name, boolean shared) {
  /** A repository that no other project has. */
  public NewRepo(Path path, Optional<String> name) {
    this(path, name, false);
  }
}
