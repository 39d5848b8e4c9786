package dev.baton.app.top;

import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.VisibleControls;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The terminal of this program, whose keys come one by one and whose screen is ours until it is
 * closed; also when the program is interrupted.
 */
final class RawTerminal implements AutoCloseable {
  private static final String BEGIN = "\033[?1049h\033[?25l\033[?7l";
  private static final String END = "\033[?7h\033[?25h\033[?1049l";
  private static final String HOME = "\033[H";
  private static final String REST_OF_LINE = "\033[K";
  private static final String REST_OF_SCREEN = "\033[J";
  private static final String CHOSEN = "\033[7m";
  private static final String PLAIN = "\033[0m";

  /** Rows and columns. */
  record Size(int height, int width) {
    private static final Size USUAL = new Size(24, 80);

    static Size of(String text) {
      var parts = text.strip().split(" ", -1);
      return parts.length == 2 && text.strip().matches("[1-9][0-9]{0,4} [1-9][0-9]{0,4}")
          ? new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]))
          : USUAL;
    }
  }

  private final PrintWriter out;
  private final String before;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread hook = new Thread(this::restore);

  private RawTerminal(PrintWriter out, String before) {
    this.out = out;
    this.before = before;
  }

  static RawTerminal open(PrintWriter out) throws IOException, InterruptedException {
    var terminal = new RawTerminal(out, stty("-g"));
    Runtime.getRuntime().addShutdownHook(terminal.hook);
    stty("-icanon", "-echo", "min", "1", "time", "0");
    terminal.write(BEGIN);
    return terminal;
  }

  InputStream keys() {
    return new FileInputStream(FileDescriptor.in);
  }

  Size size() throws IOException, InterruptedException {
    return Size.of(stty("size"));
  }

  /** Draws the lines over what is there, so that nothing flickers. */
  void draw(List<TopScreen.Line> lines) {
    var text = new StringBuilder(VisibleControls.own(HOME));
    for (var i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      text.append(i == 0 ? "" : "\r\n")
          .append(line.isChosen() ? VisibleControls.own(CHOSEN) : "")
          .append(line.text())
          .append(line.isChosen() ? VisibleControls.own(PLAIN) : "")
          .append(VisibleControls.own(REST_OF_LINE));
    }
    out.print(text.append(VisibleControls.own(REST_OF_SCREEN)));
    out.flush();
  }

  private void write(String codes) {
    out.print(VisibleControls.own(codes));
    out.flush();
  }

  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // why: the program is ending already, and the hook has done the same
    }
  }

  private void restore() {
    if (closed.compareAndSet(false, true)) {
      write(END);
      try {
        stty(before);
      } catch (IOException e) {
        // why: without a terminal there is nothing to restore
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String stty(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectErrorStream(true)
            .start();
    try (var said = process.inputReader()) {
      var text = String.join(" ", said.readAllLines());
      if (!process.waitFor(5, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new CommandFailure(
            "The terminal cannot be set up (stty %s: %s); 'baton top | cat' prints plain lines."
                .formatted(String.join(" ", arguments), text));
      }
      return text;
    }
  }
}
