package dev.baton.orchestrator;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Whose changes to read as a patch. */
public record PatchQuery(UUID attemptId, List<String> paths, Optional<Integer> maxBytes) {
  public PatchQuery {
    paths = List.copyOf(paths);
  }
}
