package dev.baton.fakeagent;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.process.DetachedCommand;
import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.process.InputPipe;
import dev.baton.orchestrator.process.OutputChannel;
import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import dev.baton.orchestrator.process.TestRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Turns of the fake agent, each a real process. */
final class AgentRuns implements AutoCloseable {
  private final TestRuns runs = new TestRuns();

  /** A turn that has ended. */
  record Played(List<String> lines, Ending ending) {
    List<ObjectNode> events() {
      return lines.stream().filter(line -> line.startsWith("{")).map(Json::parseObject).toList();
    }

    List<ObjectNode> events(String type) {
      return events().stream()
          .filter(event -> event.path("type").asString("").equals(type))
          .toList();
    }

    List<String> said() {
      return events("assistant").stream().map(event -> event.path("text").asString("")).toList();
    }

    /** The ends of tool uses. */
    List<ObjectNode> toolsUsed() {
      return events("tool_use").stream()
          .filter(event -> !event.path("status").asString("").equals("started"))
          .toList();
    }

    String sessionId() {
      return events("session").getFirst().path("session_id").asString("");
    }

    String result() {
      return events("result").getLast().path("status").asString("");
    }
  }

  AgentRuns with(String name, String value) {
    runs.with(name, value);
    return this;
  }

  Path workspace() {
    return runs.workspace();
  }

  TestRuns runs() {
    return runs;
  }

  /** Plays a script to its end. */
  Played play(String script, String... options) {
    var command = command(new ProgramInput.Text(script), options);
    runs.launch(command);
    return awaitEnd(command.processId());
  }

  /** Starts a script that waits for something, and waits until this text was printed. */
  RunningProgram startUntil(String printed, ProgramInput input, String... options) {
    var command = command(input, options);
    runs.launch(command);
    runs.awaitOutput(command.processId(), printed);
    return runs.run(command.processId());
  }

  Played awaitEnd(UUID processId) {
    var ending = runs.awaitEnd(processId);
    return new Played(runs.output(processId, OutputChannel.STDOUT).lines().toList(), ending);
  }

  /** Waits for the end without looking at the output; returns the exit code. */
  int awaitEndOnly(RunningProgram run) {
    return runs.awaitEnd(run.processId()).exitCode().orElseThrow();
  }

  InputPipe pipe(RunningProgram run) {
    return new InputPipe(run.directory(), TestRuns.SOON);
  }

  private DetachedCommand command(ProgramInput input, String... options) {
    var all = new ArrayList<>(List.of("--sessions", workspace().resolveSibling("sessions") + ""));
    all.addAll(List.of(options));
    return runs.command(input, FakeAgentProgram.commandLine(all));
  }

  @Override
  public void close() {
    runs.close();
  }
}
