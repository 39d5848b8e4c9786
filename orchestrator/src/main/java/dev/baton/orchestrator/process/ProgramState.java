package dev.baton.orchestrator.process;

/** What a program's directory and the system together say about it. */
public sealed interface ProgramState {
  /** No wrapper has taken it; it may be started. */
  record NotStarted() implements ProgramState {}

  /** A wrapper has taken it and the program will run any moment. */
  record Starting() implements ProgramState {}

  record Running(RunningProgram run) implements ProgramState {}

  record Ended(Ending ending) implements ProgramState {}
}
