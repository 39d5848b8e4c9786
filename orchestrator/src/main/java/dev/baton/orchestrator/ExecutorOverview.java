package dev.baton.orchestrator;

import java.util.List;
import java.util.Optional;

/** An executor that can be named in a new attempt. */
public record ExecutorOverview(
    String executor,
    List<String> variants,
    boolean supportsMcp,
    Optional<String> defaultVariant,
    boolean isAvailable,
    Optional<String> version,
    Optional<String> unavailableReason) {
  public ExecutorOverview {
    variants = List.copyOf(variants);
  }
}
