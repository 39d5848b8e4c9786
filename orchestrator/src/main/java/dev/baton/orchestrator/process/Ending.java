package dev.baton.orchestrator.process;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** How a program ended, as far as the system tells; whether it did its work is another question. */
public sealed interface Ending {
  /** When it ended, or when it was noticed. */
  Instant at();

  /** What to tell people. */
  String summary();

  /** It ended by itself with this code. */
  record Exited(Instant at, int code) implements Ending {
    @Override
    public String summary() {
      return "exit code %d".formatted(code);
    }
  }

  /**
   * A signal ended it. A program that exits with 128 plus the number of a signal, as many do when
   * they get one, looks the same.
   */
  record Signalled(Instant at, int signal) implements Ending {
    /** The code that shells report for it. */
    public int code() {
      return SIGNAL_BASE + signal;
    }

    @Override
    public String summary() {
      return "signal %d (%s)".formatted(signal, SIGNALS.get(signal));
    }
  }

  /** It runs no more and nobody knows how it ended, or it never ran. */
  record Lost(Instant at, String reason) implements Ending {
    @Override
    public String summary() {
      return reason;
    }
  }

  int SIGNAL_BASE = 128;

  /** Signals that end programs. Others are left out, because their numbers serve as exit codes. */
  Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "HUP"),
          Map.entry(2, "INT"),
          Map.entry(3, "QUIT"),
          Map.entry(4, "ILL"),
          Map.entry(6, "ABRT"),
          Map.entry(7, "BUS"),
          Map.entry(8, "FPE"),
          Map.entry(9, "KILL"),
          Map.entry(11, "SEGV"),
          Map.entry(13, "PIPE"),
          Map.entry(14, "ALRM"),
          Map.entry(15, "TERM"),
          Map.entry(24, "XCPU"),
          Map.entry(25, "XFSZ"),
          Map.entry(31, "SYS"));

  /** What a shell says about a command: its code, or 128 plus the number of a signal. */
  static Ending ofStatus(Instant at, int status) {
    return SIGNALS.containsKey(status - SIGNAL_BASE)
        ? new Signalled(at, status - SIGNAL_BASE)
        : new Exited(at, status);
  }

  /** The code for a client: empty if nobody knows. */
  default Optional<Integer> exitCode() {
    return switch (this) {
      case Exited exited -> Optional.of(exited.code());
      case Signalled signalled -> Optional.of(signalled.code());
      case Lost _ -> Optional.empty();
    };
  }
}
