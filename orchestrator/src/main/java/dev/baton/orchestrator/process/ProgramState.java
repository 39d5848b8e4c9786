package dev.baton.orchestrator.process;

import java.util.UUID;

/** The state of a program, as its directory and the system together tell it. */
public sealed interface ProgramState {
  /**
   * A program that was started.
   *
   * @param wrapper the shell that keeps it and leads its session and process group
   * @param program the program itself
   */
  record RunningProgram(
      UUID processId,
      ProgramDirectory directory,
      ProcessIdentity wrapper,
      ProcessIdentity program) {}

  /** No wrapper has taken it; it may be started. */
  record NotStarted() implements ProgramState {}

  /** A wrapper has taken it and the program will run any moment. */
  record Starting() implements ProgramState {}

  record Running(RunningProgram program) implements ProgramState {}

  record Ended(Ending ending) implements ProgramState {}
}
