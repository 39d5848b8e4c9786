package dev.baton.orchestrator;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;

/** A server in a process of its own that does what it reads, says it, and may die at any time. */
final class KilledServer implements AutoCloseable {
  static final String READY = "ready";

  private final Process process;

  private KilledServer(Process process) {
    this.process = process;
  }

  static KilledServer start(Path directory, String address) throws IOException {
    return start(directory, address, "-Xmx256m");
  }

  /**
   * A server with an option for Java.
   *
   * @param heap how much memory it may take
   */
  static KilledServer start(Path directory, String address, String heap) throws IOException {
    return start(directory, line(directory, address, heap), System.getenv("PATH"));
  }

  /**
   * A server that ignores interrupts, as one that a script starts in the background does.
   *
   * @param path where it finds its programs
   */
  static KilledServer startDeaf(Path directory, String path) throws IOException {
    var line = new ArrayList<>(List.of("sh", "-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh"));
    line.addAll(line(directory, TestBaton.file(directory), "-Xmx256m"));
    return start(directory, line, path);
  }

  private static KilledServer start(Path directory, List<String> line, String path)
      throws IOException {
    var log = ProcessBuilder.Redirect.appendTo(directory.resolve("server.log").toFile());
    var builder = new ProcessBuilder(line).redirectError(log);
    builder.environment().put("PATH", path);
    return new KilledServer(builder.start());
  }

  private static List<String> line(Path directory, String address, String heap) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        heap,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        KilledServer.class.getName(),
        directory.toString(),
        address);
  }

  BufferedReader output() {
    return process.inputReader();
  }

  /** Asks for something; nobody may hear it. */
  void ask(String command) {
    try {
      var input = process.getOutputStream();
      input.write((command + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      // why: it was killed, and is asked again after its restart
      process.destroyForcibly();
    }
  }

  /** Lets it live for some time. */
  void killAfter(Duration time) throws InterruptedException {
    if (!process.waitFor(time)) {
      kill();
    }
  }

  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }

  public static void main(String[] arguments) throws Exception {
    var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (var baton = TestBaton.again(Path.of(arguments[0]), arguments[1]);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      output.println(READY);
      for (var line = input.readLine(); line != null; line = input.readLine()) {
        var words = List.of(line.split("\t"));
        threads.execute(() -> output.println(words.get(1) + "\t" + answer(baton, words)));
      }
    }
  }

  private static String answer(TestBaton baton, List<String> words) {
    try {
      return "ok\t" + obey(baton, words);
    } catch (ToolFailure failure) {
      return "refused\t" + failure.code() + " " + failure.getMessage();
    } catch (RuntimeException | AssertionError e) {
      return "broken\t" + e;
    }
  }

  /**
   * Starts an attempt at a task, queues a message for an attempt, stops it, merges it, updates it,
   * retries its second turn or waits for its end; returns the attempt.
   */
  static UUID obey(TestBaton baton, List<String> words) {
    var caller = TestBaton.caller(words.get(1));
    var id = UUID.fromString(words.get(2));
    var script = words.get(3).split("\\|");
    return switch (words.getFirst()) {
      case "start" ->
          baton
              .orchestrator()
              .attemptStarts()
              .start(caller, TestBaton.attemptOn(baton.orchestrator().nodes().self(), id, script))
              .attemptId();
      case "queue" ->
          baton.orchestrator().followUps().queue(caller, TestBaton.to(id, script)).attemptId();
      case "stop" -> baton.orchestrator().attempts().stop(id, false).attemptId();
      case "merge" ->
          baton
              .orchestrator()
              .merges()
              .merge(
                  new MergeRequest(
                      id, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false))
              .attemptId();
      case "update" ->
          baton
              .orchestrator()
              .updates()
              .update(
                  new UpdateRequest(
                      id, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, false))
              .attemptId();
      case "retry" ->
          baton
              .orchestrator()
              .turns()
              .retry(
                  new RetryRequest(id, 1, Optional.of(String.join("\n", script)), Optional.empty()))
              .started()
              .attemptId();
      default -> baton.awaitEnd(id).attempt().id();
    };
  }
}
