package dev.baton.orchestrator.agent;

/** How an agent's program ended. */
public sealed interface ProgramExit {
  /** It ended by itself. */
  record Code(int code) implements ProgramExit {}

  /** A signal ended it. */
  record Signal(int number) implements ProgramExit {}

  /** It is gone and nobody saw how. */
  record Unknown() implements ProgramExit {}

  /** Words for a failure summary, such as {@code exit code 1}. */
  default String words() {
    return switch (this) {
      case Code(int code) -> "exit code " + code;
      case Signal(int number) -> "signal " + number;
      case Unknown() -> "unknown exit";
    };
  }
}
