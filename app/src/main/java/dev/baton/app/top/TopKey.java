package dev.baton.app.top;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The keys that mean something. */
enum TopKey {
  UP,
  DOWN,
  OPEN,
  STOP,
  APPROVE,
  DENY,
  YES,
  QUIT,
  OTHER;

  private static final int ESCAPE = 27;
  private static final int END_OF_TEXT = 4;

  /** The next key that was pressed; empty if the terminal is gone. */
  static Optional<TopKey> read(InputStream in) throws IOException {
    var c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    return Optional.of(c == ESCAPE ? sequence(in) : of(c));
  }

  private static TopKey of(int c) {
    return switch (c) {
      case 'k' -> UP;
      case 'j' -> DOWN;
      case 'o', '\n', '\r' -> OPEN;
      case 's' -> STOP;
      case 'a' -> APPROVE;
      case 'd' -> DENY;
      case 'y' -> YES;
      case 'q', END_OF_TEXT -> QUIT;
      default -> OTHER;
    };
  }

  /** What follows an escape: an arrow, or nothing that we know. */
  private static TopKey sequence(InputStream in) throws IOException {
    // why: the escape key alone has nothing after it, and waiting for more would swallow a key
    if (in.available() == 0) {
      return OTHER;
    }
    var kind = in.read();
    if (kind != '[' && kind != 'O') {
      return OTHER;
    }
    return switch (in.read()) {
      case 'A' -> UP;
      case 'B' -> DOWN;
      default -> OTHER;
    };
  }
}
