package dev.baton.workflow.internal.run;

import java.util.Optional;

/** Words an exception for people. */
final class Reason {
  private Reason() {}

  static String of(Throwable thrown) {
    return Optional.ofNullable(thrown.getMessage())
        .filter(message -> !message.isBlank())
        .orElseGet(() -> thrown.getClass().getSimpleName());
  }
}
