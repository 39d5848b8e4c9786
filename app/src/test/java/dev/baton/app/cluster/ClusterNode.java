package dev.baton.app.cluster;

import static org.awaitility.Awaitility.await;

import dev.baton.app.cluster.TestNetwork.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A {@code baton serve} or {@code baton worker} on a machine of its own. */
final class ClusterNode {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String name;
  private final Machine machine;
  private final Path home;
  private final Path log;
  private final List<String> words;
  private final Map<String, String> variables;
  private NodeProgram program;
  private Process process = new ProcessBuilder("true").start();
  private int starts;

  ClusterNode(
      String name,
      NodeProgram program,
      Machine machine,
      Path home,
      List<String> words,
      Map<String, String> variables)
      throws IOException {
    this.name = name;
    this.program = program;
    this.machine = machine;
    this.home = home;
    this.log = home.resolveSibling(name + ".log");
    this.words = words;
    this.variables = variables;
  }

  String name() {
    return name;
  }

  Machine machine() {
    return machine;
  }

  Path home() {
    return home;
  }

  /** From its next start on it is started so. */
  void startAs(NodeProgram other) {
    program = other;
  }

  void start() {
    start(Map.of());
  }

  /** Starts it with more variables than usual, and does not wait for it. */
  void start(Map<String, String> more) {
    var command = program.command(words);
    var environment = new HashMap<>(variables);
    environment.put("BATON_HOME", home.toString());
    // why: an agent that is begun by one clock and watched by another must not seem to run longer
    environment.put("BATON_LIMITS_RUN_TIME", "30m");
    environment.putAll(more);
    var builder = new ProcessBuilder(machine.command(command)).redirectErrorStream(true);
    builder.environment().putAll(environment);
    starts++;
    try {
      process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns when it has said what it is as often as it was started. */
  void awaitReady() {
    await()
        .alias(name + " is ready")
        .atMost(PATIENCE)
        .failFast(name + " has ended: see " + log, () -> !process.isAlive())
        .until(() -> introductions() >= starts);
  }

  private long introductions() throws IOException {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.startsWith("{\"")).count();
    }
  }

  void kill() {
    process.destroyForcibly().onExit().join();
    forgetUnready();
  }

  /** Asks it to end, and waits until it has. */
  void stop() {
    process.toHandle().destroy();
    process.onExit().join();
    forgetUnready();
  }

  /** One that was ended before it said what it is never will. */
  private void forgetUnready() {
    try {
      starts = (int) introductions();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  List<String> tail() throws IOException {
    var lines = Files.exists(log) ? new ArrayList<>(Files.readAllLines(log)) : List.<String>of();
    return lines.subList(Math.max(0, lines.size() - 60), lines.size());
  }

  @Override
  public String toString() {
    return name;
  }
}
