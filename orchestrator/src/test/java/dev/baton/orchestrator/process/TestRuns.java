package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import dev.baton.orchestrator.process.Stopper.StopOutcome;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;

/** Real runs in a directory of their own; when it is closed nothing of them may be left. */
public final class TestRuns implements AutoCloseable {
  public static final Duration SOON = Duration.ofSeconds(60);
  public static final StopPatience IMPATIENT =
      new StopPatience(Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofSeconds(30));

  private final ProcessTable processes = ProcessTable.ofThisSystem();
  private final ProgramInspector inspector = new ProgramInspector(processes, Clock.systemUTC());
  private final Launcher launcher = new Launcher(inspector);
  private final Map<UUID, ProgramDirectory> directories = new LinkedHashMap<>();
  private final Path root;
  private Map<String, String> environment =
      AgentEnvironment.from(Map.of("PATH", System.getenv("PATH"))).variables();

  public TestRuns() {
    try {
      root = Files.createTempDirectory("runs");
      Files.createDirectories(workspace());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path workspace() {
    return root.resolve("workspace");
  }

  ProcessTable processes() {
    return processes;
  }

  public ProgramInspector inspector() {
    return inspector;
  }

  Launcher launcher() {
    return launcher;
  }

  /** Gives later programs this variable. */
  public TestRuns with(String name, String value) {
    environment = new AgentEnvironment(environment).with(name, value).variables();
    return this;
  }

  Map<String, String> environment() {
    return environment;
  }

  DetachedCommand shell(String script) {
    return command(new ProgramInput.Nothing(), List.of("sh", "-c", script));
  }

  public DetachedCommand command(ProgramInput input, List<String> line) {
    return new DetachedCommand(UUID.randomUUID(), line, workspace(), environment, input);
  }

  public ProgramDirectory directory(UUID processId) {
    return directories.computeIfAbsent(
        processId, id -> new ProgramDirectory(root.resolve("run-" + id)));
  }

  public ProgramState launch(DetachedCommand command) {
    try {
      return launcher.start(command, directory(command.processId()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a program that goes on for a while. */
  public RunningProgram start(DetachedCommand command) {
    assertThat(launch(command)).isInstanceOf(ProgramState.Running.class);
    return run(command.processId());
  }

  public RunningProgram run(UUID processId) {
    var directory = directory(processId);
    return new RunningProgram(
        processId, directory, directory.wrapper().orElseThrow(), directory.program().orElseThrow());
  }

  public Ending awaitEnd(UUID processId) {
    var ending = new AtomicReference<Ending>();
    Awaitility.await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              if (inspector.inspect(processId, directory(processId))
                  instanceof ProgramState.Ended ended) {
                ending.set(ended.ending());
              }
              return ending.get() != null;
            });
    return ending.get();
  }

  /** Runs a program to its end, and returns what it printed. */
  String outputOf(DetachedCommand command) {
    launch(command);
    awaitEnd(command.processId());
    return output(command.processId(), OutputChannel.STDOUT);
  }

  public String output(UUID processId, OutputChannel channel) {
    try {
      return Files.readString(directory(processId).output(channel));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void awaitOutput(UUID processId, String text) {
    Awaitility.await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(5))
        .ignoreExceptions()
        .until(() -> output(processId, OutputChannel.STDOUT).contains(text));
  }

  public StopOutcome stop(RunningProgram run, boolean force) {
    return stop(run, IMPATIENT, force);
  }

  public StopOutcome stop(RunningProgram run, StopPatience patience, boolean force) {
    try {
      return new Stopper(processes, patience).stop(run, force);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The processes that carry the marker of this run. */
  public List<String> marked(UUID processId) {
    return processes.list().stream()
        .filter(
            entry ->
                processes.isStartedWith(entry.pid(), DetachedCommand.MARKER, processId.toString()))
        .map(entry -> entry.pid() + " " + processes.describe(entry.pid()))
        .toList();
  }

  @Override
  public void close() {
    directories.forEach(this::end);
    assertThat(directories.keySet()).allSatisfy(id -> assertThat(marked(id)).isEmpty());
    try (var files = Files.walk(root)) {
      files.sorted(Comparator.reverseOrder()).forEach(TestRuns::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end(UUID processId, ProgramDirectory directory) {
    if (directory.wrapper().isPresent() && directory.program().isPresent()) {
      stop(run(processId), true);
    }
    // why: a wrapper that has just noted the end may take a moment to leave
    Awaitility.await().atMost(SOON).until(() -> marked(processId).isEmpty());
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
