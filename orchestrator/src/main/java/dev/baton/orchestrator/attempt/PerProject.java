package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.board.Project;
import java.util.Map;
import java.util.Optional;

/**
 * A rule that single projects may have otherwise.
 *
 * @param usual what holds for the others
 * @param own by the id or the name of a project
 */
public record PerProject<T>(T usual, Map<String, T> own) {
  public PerProject {
    own = Map.copyOf(own);
  }

  /** The same for all. */
  public static <T> PerProject<T> all(T usual) {
    return new PerProject<>(usual, Map.of());
  }

  public T of(Project project) {
    return Optional.ofNullable(own.get(project.id().toString()))
        .or(() -> Optional.ofNullable(own.get(project.name())))
        .orElse(usual);
  }
}
