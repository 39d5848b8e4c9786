package dev.baton.orchestrator.agent;

/**
 * One line that an agent printed, without its line end.
 *
 * @param whole false if the line was longer than {@link #MAX_LENGTH} and only its start is here
 */
public record OutputLine(Channel channel, String text, boolean whole) {
  /** Longer lines need not be put together: they are not understood, only kept. */
  public static final int MAX_LENGTH = 16 * 1024 * 1024;

  /** Where a line was printed. */
  public enum Channel {
    STDOUT,
    STDERR
  }

  public static OutputLine stdout(String text) {
    return new OutputLine(Channel.STDOUT, text, true);
  }

  static OutputLine stderr(String text) {
    return new OutputLine(Channel.STDERR, text, true);
  }
}
