package dev.baton.app.verb.view;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/**
 * Shows on a terminal what takes so long, after a second and until it is closed. Where there is no
 * terminal it says nothing.
 */
public final class Progress implements AutoCloseable {
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final Duration STEP = Duration.ofMillis(500);

  private final Screen screen;
  private final String text;
  private final Stopwatch watch;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread teller;

  /** Measures how long something takes. */
  public record Stopwatch(long start) {
    public static Stopwatch started() {
      return new Stopwatch(System.nanoTime());
    }

    private long seconds() {
      return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    }
  }

  private Progress(Screen screen, String text, Stopwatch watch) {
    this.screen = screen;
    this.text = text;
    this.watch = watch;
    this.teller = Thread.ofVirtual().unstarted(this::tell);
  }

  /** Begins to tell, for a command that is no operation. */
  public static Progress show(CommandLine command, Map<String, String> environment, String text) {
    var screen = new Screen(command.getOut(), command.getErr(), Terminal.find(environment));
    return show(screen, text, Stopwatch.started());
  }

  /**
   * Begins to tell.
   *
   * @param watch since when the time counts
   */
  public static Progress show(Screen screen, String text, Stopwatch watch) {
    var progress = new Progress(screen, text, watch);
    if (screen.terminal().live()) {
      progress.teller.start();
    }
    return progress;
  }

  private void tell() {
    try {
      if (end.await(DELAY.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      do {
        screen.passing("%s ... %d s".formatted(text, watch.seconds()));
      } while (!end.await(STEP.toMillis(), TimeUnit.MILLISECONDS));
      screen.passing("");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends it and leaves the line empty. */
  @Override
  public void close() {
    end.countDown();
    if (screen.terminal().live()) {
      try {
        teller.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
