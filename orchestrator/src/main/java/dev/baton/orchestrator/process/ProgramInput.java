package dev.baton.orchestrator.process;

/** What a program finds on its standard input. */
public sealed interface ProgramInput {
  /** Nothing: it reads the end at once. */
  record Nothing() implements ProgramInput {}

  /** This text, and then the end. */
  record Text(String text) implements ProgramInput {}

  /**
   * A pipe that begins with this text and stays open, also while no server runs, until {@link
   * InputPipe#close()}.
   */
  record Pipe(String first) implements ProgramInput {}
}
