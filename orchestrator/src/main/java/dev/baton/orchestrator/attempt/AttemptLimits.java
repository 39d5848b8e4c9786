package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.board.Project;
import java.util.stream.Stream;

/** How many attempts may run at a time, in all and of one project. */
public record AttemptLimits(int total, PerProject<Integer> perProject) {
  public static final AttemptLimits DEFAULT = new AttemptLimits(8, 8);

  public AttemptLimits {
    Stream.concat(Stream.of(total, perProject.usual()), perProject.own().values().stream())
        .filter(limit -> limit < 1)
        .findFirst()
        .ifPresent(
            limit -> {
              throw new IllegalArgumentException(
                  "A limit of running attempts is %d; it must be at least 1".formatted(limit));
            });
  }

  /** The same limit for all projects. */
  public AttemptLimits(int total, int perProject) {
    this(total, PerProject.all(perProject));
  }

  public int of(Project project) {
    return perProject.of(project);
  }
}
