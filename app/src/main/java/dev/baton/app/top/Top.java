package dev.baton.app.top;

import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps the screen current and does what its keys ask for. */
public final class Top {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Shows a task in the browser. */
  public interface Opener {
    /** What to say afterwards. */
    String open(String taskId) throws IOException, InterruptedException;
  }

  private final TopBoard board;
  private final Opener opener;
  private final Clock clock;
  private final TopScreen screen = new TopScreen();

  public Top(TopBoard board, Opener opener, Clock clock) {
    this.board = board;
    this.opener = opener;
    this.clock = clock;
  }

  /** What runs at this moment, in plain lines. */
  public static List<String> plain(List<TopRow> rows, Clock clock) {
    return rows.isEmpty() ? List.of("Nothing runs.") : TopScreen.plain(rows, clock.instant());
  }

  /** Shows it on the terminal of this program until somebody quits. */
  public void run(PrintWriter out) throws IOException, InterruptedException {
    try (var terminal = RawTerminal.open(out)) {
      var keys = new LinkedBlockingQueue<TopKey>();
      Thread.ofPlatform().daemon().name("keys").start(() -> listen(terminal.keys(), keys));
      var goesOn = true;
      while (goesOn) {
        screen.show(board.rows());
        draw(terminal);
        goesOn = handle(terminal, keys);
      }
    }
  }

  private void draw(RawTerminal terminal) throws IOException, InterruptedException {
    var size = terminal.size();
    terminal.draw(screen.lines(size.width(), size.height(), clock.instant()));
  }

  /** Takes keys until it is time to ask the server again; false if somebody quits. */
  private boolean handle(RawTerminal terminal, BlockingQueue<TopKey> keys)
      throws IOException, InterruptedException {
    var key = keys.poll(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    while (key != null) {
      var action = screen.press(key);
      if (action.isPresent()) {
        return perform(action.get());
      }
      draw(terminal);
      key = keys.poll(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }
    return true;
  }

  private boolean perform(TopScreen.Action action) throws IOException, InterruptedException {
    try {
      switch (action) {
        case TopScreen.Action.Open open -> screen.say(opener.open(open.row().taskId()));
        case TopScreen.Action.Stop stop -> screen.say(board.stop(stop.row().attemptId()));
        case TopScreen.Action.Answer answer ->
            screen.say(board.answer(answer.approvalId(), answer.decision()));
        case TopScreen.Action.Quit _ -> {
          return false;
        }
      }
    } catch (CommandFailure e) {
      screen.say(String.valueOf(e.getMessage()));
    }
    return true;
  }

  /** A terminal that is gone counts as one where somebody quits. */
  private static void listen(InputStream in, BlockingQueue<TopKey> keys) {
    try {
      var key = TopKey.read(in);
      while (key.isPresent()) {
        keys.add(key.get());
        key = TopKey.read(in);
      }
      keys.add(TopKey.QUIT);
    } catch (IOException e) {
      keys.add(TopKey.QUIT);
    }
  }
}
