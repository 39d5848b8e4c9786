package dev.baton.orchestrator.process;

/** What a run's directory and the system together say about it. */
public sealed interface RunState {
  /** No wrapper has taken it; it may be started. */
  record NotStarted() implements RunState {}

  /** A wrapper has taken it and the program will run any moment. */
  record Starting() implements RunState {}

  record Running(Run run) implements RunState {}

  record Ended(Ending ending) implements RunState {}
}
