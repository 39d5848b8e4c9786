package dev.baton.app.verb.view;

import dev.baton.app.program.VisibleControls;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The output of a verb, for people. */
public final class Screen {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  /** Ways to set words off. */
  enum Colour {
    GREEN("32"),
    RED("31"),
    YELLOW("33"),
    CYAN("36"),
    BOLD("1"),
    FAINT("2");

    private final String code;

    Colour(String code) {
      this.code = code;
    }
  }

  private final PrintWriter out;
  private final PrintWriter err;
  private final Terminal terminal;

  public Screen(PrintWriter out, PrintWriter err, Terminal terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  int width() {
    return terminal.width();
  }

  Terminal terminal() {
    return terminal;
  }

  /** Writes a line of the answer. */
  public void line(String text) {
    out.println(text);
    out.flush();
  }

  /** Writes content as it is. */
  void raw(String text) {
    VisibleControls.content(out, text);
    out.flush();
  }

  /** Writes a line beside the answer, on standard error. */
  public void aside(String text) {
    err.println(text);
    err.flush();
  }

  /** A line that takes the place of itself, on standard error. */
  void passing(String text) {
    err.print(VisibleControls.own("\033[1G\033[K") + text);
    err.flush();
  }

  String coloured(Colour colour, String text) {
    return terminal.colours() && !text.isEmpty()
        ? VisibleControls.own("\033[" + colour.code + "m") + text + VisibleControls.own("\033[0m")
        : text;
  }

  /** A text as it will be seen, for counting its letters. */
  String seen(String text) {
    return VisibleControls.visible(text);
  }

  String time(Instant time) {
    return TIME.format(local(time));
  }

  String clock(Instant time) {
    return CLOCK.format(local(time));
  }

  private OffsetDateTime local(Instant time) {
    var offset = terminal.zone().getOffset(time.toEpochMilli());
    return time.atOffset(ZoneOffset.ofTotalSeconds(offset / 1000));
  }
}
