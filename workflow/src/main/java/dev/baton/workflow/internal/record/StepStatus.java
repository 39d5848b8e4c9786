package dev.baton.workflow.internal.record;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a step of a run stands. */
public enum StepStatus {
  PENDING,
  /** Its call is under way; after a restart this means that nobody knows how it ended. */
  RUNNING,
  COMPLETED,
  FAILED,
  /** A step that it depends on did not complete, or the workflow says that it is not needed. */
  SKIPPED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<StepStatus> find(String wireName) {
    return Arrays.stream(values()).filter(status -> status.wireName().equals(wireName)).findAny();
  }
}
