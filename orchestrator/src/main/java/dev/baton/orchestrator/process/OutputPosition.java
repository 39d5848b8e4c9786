package dev.baton.orchestrator.process;

/** Up to where the output of a program was stored, in bytes. */
public record OutputPosition(long stdout, long stderr) {
  public static final OutputPosition START = new OutputPosition(0, 0);

  long of(OutputChannel channel) {
    return switch (channel) {
      case STDOUT -> stdout;
      case STDERR -> stderr;
    };
  }
}
