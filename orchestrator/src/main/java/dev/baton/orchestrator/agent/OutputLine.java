package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.process.OutputChannel;

/**
 * One line that an agent printed, without its line end.
 *
 * @param whole false if the line was longer than {@link #MAX_LENGTH} and only its start is here
 */
public record OutputLine(OutputChannel channel, String text, boolean whole) {
  /** Longer lines need not be put together: they are not understood, only kept. */
  public static final int MAX_LENGTH = 16 * 1024 * 1024;

  public static OutputLine stdout(String text) {
    return new OutputLine(OutputChannel.STDOUT, text, true);
  }

  static OutputLine stderr(String text) {
    return new OutputLine(OutputChannel.STDERR, text, true);
  }
}
