package dev.baton.orchestrator.notice;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a program with each notice as JSON on its standard input. Thread safe.
 *
 * @param environment all variables that the program gets
 */
public record CommandHook(List<String> command, Map<String, String> environment, Duration limit)
    implements Channel {
  private static final Logger LOG = LoggerFactory.getLogger(CommandHook.class);
  private static final int MOST_WORDS = 300;
  private static final Duration LAST_WORDS = Duration.ofMillis(200);

  public CommandHook {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  @Override
  public String kind() {
    return "command";
  }

  /** Arguments may be secret. */
  @Override
  public String place() {
    return command.getFirst();
  }

  @Override
  public Outcome send(Notice notice) throws InterruptedException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Outcome.Unreachable("%s cannot be started: %s".formatted(place(), e.getMessage()));
    }
    try {
      return watch(process, Json.bytes(notice.json()));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Outcome watch(Process process, byte[] input) throws InterruptedException {
    Thread.ofVirtual().start(() -> write(process.getOutputStream(), input));
    var words = new FutureTask<>(() -> read(process.getInputStream()));
    Thread.ofVirtual().start(words);
    if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      return new Outcome.Refused("%s was stopped after %d s".formatted(place(), limit.toSeconds()));
    }
    return process.exitValue() == 0
        ? new Outcome.Delivered()
        : new Outcome.Refused(
            "%s ended with %d%s".formatted(place(), process.exitValue(), lastWords(words)));
  }

  private static void write(OutputStream output, byte[] input) {
    try (output) {
      output.write(input);
    } catch (IOException e) {
      LOG.debug("A command did not read what it was told", e);
    }
  }

  /** What it printed first; the rest is read so that the program is not held up. */
  private static String read(InputStream input) throws IOException {
    try (input) {
      var first = new String(input.readNBytes(MOST_WORDS), StandardCharsets.UTF_8);
      input.transferTo(OutputStream.nullOutputStream());
      return first;
    }
  }

  /** A program that went to the background keeps the output open. */
  private static String lastWords(FutureTask<String> words) throws InterruptedException {
    try {
      var text = words.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
      return text.isBlank() ? "" : ": " + text.replaceAll("\\s+", " ").strip();
    } catch (ExecutionException | TimeoutException e) {
      return "";
    }
  }
}
