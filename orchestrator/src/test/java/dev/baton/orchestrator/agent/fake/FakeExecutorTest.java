package dev.baton.orchestrator.agent.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import dev.baton.orchestrator.agent.AgentOutput.Entry;
import dev.baton.orchestrator.agent.AgentOutput.SessionStarted;
import dev.baton.orchestrator.agent.AgentOutput.TurnEnded;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Turns of the real scripted agent, started and read by its executor. */
@Timeout(60)
class FakeExecutorTest {
  @TempDir Path workspace;
  @TempDir Path data;
  private AgentExecutor agent;

  @BeforeEach
  void set_up() {
    agent =
        new KnownAgents(
                new ServerVariables(System.getenv()),
                FakeAgentProgram.commandLine(List.of()),
                data.resolve("sessions"))
            .catalogue(List.of())
            .find(FakeExecutor.NAME)
            .orElseThrow();
  }

  private TurnRequest request(String prompt, TurnMode mode) {
    return TurnRequest.of(new UUID(0, 1), prompt, workspace, data)
        .withVariant(AgentVariant.of(mode));
  }

  private List<AgentOutput> run(TurnRequest request) throws IOException, InterruptedException {
    var command = agent.command(request);
    var builder = new ProcessBuilder(command.argv()).directory(command.directory().toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    var process = builder.start();
    var reader = agent.reader(request);
    var outputs = new ArrayList<>(reader.onStart());
    try (var input = process.getOutputStream();
        var lines = process.inputReader(StandardCharsets.UTF_8)) {
      input.write(command.input().text().getBytes(StandardCharsets.UTF_8));
      input.flush();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        for (var output : reader.accept(OutputLine.stdout(line))) {
          outputs.add(output);
          if (output instanceof ApprovalRequested asked) {
            for (var send : reader.answer(asked.requestId(), new ApprovalAnswer.Deny("not now"))) {
              input.write((send.line() + "\n").getBytes(StandardCharsets.UTF_8));
              input.flush();
            }
          }
        }
      }
    }
    outputs.addAll(reader.onExit(new ProgramExit.Code(process.waitFor())));
    return outputs;
  }

  private static List<String> said(List<AgentOutput> outputs) {
    return outputs.stream()
        .filter(Entry.class::isInstance)
        .map(Entry.class::cast)
        .filter(entry -> entry.type() == EntryType.ASSISTANT_MESSAGE)
        .map(Entry::content)
        .toList();
  }

  private static TurnResult result(List<AgentOutput> outputs) {
    return outputs.stream()
        .filter(TurnEnded.class::isInstance)
        .map(output -> ((TurnEnded) output).result())
        .findFirst()
        .orElseThrow();
  }

  private static String session(List<AgentOutput> outputs) {
    return outputs.stream()
        .filter(SessionStarted.class::isInstance)
        .map(output -> ((SessionStarted) output).agentSessionId())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_turn_writes_a_file_and_ends_well() throws Exception {
    var outputs = run(request("write a.txt hello\nlines 2\nsay done", TurnMode.DEFAULT));
    assertThat(workspace.resolve("a.txt")).hasContent("hello");
    assertThat(result(outputs)).isEqualTo(new TurnResult.Succeeded("done"));
    assertThat(outputs)
        .filteredOn(output -> output instanceof Entry entry && entry.tool().isPresent())
        .extracting(output -> ((Entry) output).tool().orElseThrow().status())
        .containsExactly(ToolUse.Status.RUNNING, ToolUse.Status.COMPLETED);
    assertThat(outputs)
        .filteredOn(
            output -> output instanceof Entry entry && entry.type() == EntryType.SYSTEM_MESSAGE)
        .extracting(output -> ((Entry) output).content())
        .containsExactly("line 1", "line 2");
  }

  @Test
  void a_conversation_goes_on_and_a_new_one_starts_afresh() throws Exception {
    var first = run(request("recall", TurnMode.DEFAULT));
    var second = run(request("recall", TurnMode.DEFAULT).withEarlierSession(session(first)));
    assertThat(said(second)).containsExactly("2");
    assertThat(session(second)).isEqualTo(session(first));
    var fresh = run(request("recall", TurnMode.NO_CONTEXT).withEarlierSession(session(first)));
    assertThat(said(fresh)).containsExactly("1");
  }

  @Test
  void a_denial_reaches_the_agent_which_goes_on() throws Exception {
    var outputs = run(request("ask may I?\nsay after", TurnMode.APPROVALS));
    assertThat(said(outputs)).containsExactly("denied: not now", "after");
    assertThat(result(outputs)).isEqualTo(new TurnResult.Succeeded("after"));
  }

  @Test
  void a_lost_conversation_is_told_from_other_failures() throws Exception {
    var lost = run(request("say x", TurnMode.DEFAULT).withEarlierSession("nobody"));
    assertThat(result(lost))
        .isInstanceOfSatisfying(
            TurnResult.Failed.class,
            failed -> {
              assertThat(failed.cause()).isEqualTo(Cause.SESSION_LOST);
              assertThat(failed.summary()).startsWith("session lost");
            });
    assertThat(result(run(request("exit 3", TurnMode.DEFAULT))))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.NO_CLOSING_EVENT,
                "The fake agent ended without a closing event (exit code 3)"));
  }
}
