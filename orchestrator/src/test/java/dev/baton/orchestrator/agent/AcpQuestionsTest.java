package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import dev.baton.orchestrator.agent.AgentOutput.Entry;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users are asked for agents of the Agent Client Protocol. */
class AcpQuestionsTest {
  private static TurnReader reader() {
    var reader = TestAgents.acp("MY_AGENT").reader(TestAgents.request("x", TurnMode.APPROVALS));
    Stream.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}")
        .forEach(line -> reader.accept(OutputLine.stdout(line)));
    return reader;
  }

  /** The summary of the question whether a tool may be used. */
  private static String asked(TurnReader reader, String title, String input) {
    var question =
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"session/request_permission\","
            + "\"params\":{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"t\","
            + "\"title\":\"%s\",\"rawInput\":%s},\"options\":[]}}".formatted(title, input);
    return reader.accept(OutputLine.stdout(question)).stream()
        .filter(ApprovalRequested.class::isInstance)
        .map(ApprovalRequested.class::cast)
        .findFirst()
        .orElseThrow()
        .summary();
  }

  @Test
  void who_is_asked_sees_the_command_whatever_the_agent_calls_it() {
    assertThat(asked(reader(), "Look around", "{\"command\":\"rm -r .\"}"))
        .isEqualTo("Look around: rm -r .");
    assertThat(asked(reader(), "echo", "{\"command\":\"echo hi\\nrm -r .\"}"))
        .isEqualTo("echo: echo hi …");
    assertThat(asked(reader(), "Run `make`", "{\"command\":\"make\"}")).isEqualTo("Run `make`");
    assertThat(asked(reader(), "x".repeat(500), "{\"command\":\"make\"}")).endsWith("…: make");
    assertThat(asked(reader(), "Create file", "{\"fileName\":\"/w/a.txt\"}"))
        .isEqualTo("Create file: /w/a.txt");
    assertThat(asked(reader(), "Write a.txt", "{\"path\":\"/w/a.txt\"}")).isEqualTo("Write a.txt");
  }

  @Test
  void a_command_that_was_allowed_and_then_stopped_was_run() {
    var reader = reader();
    assertThat(asked(reader, "make", "{}")).isEqualTo("make");
    assertThat(reader.answer("7", new ApprovalAnswer.Approve())).hasSize(1);

    assertThat(reader.onExit(new ProgramExit.Code(0)))
        .filteredOn(Entry.class::isInstance)
        .flatExtracting(output -> ((Entry) output).tool().stream().toList())
        .singleElement()
        .isEqualTo(
            new ToolUse(
                "t",
                "make",
                ToolUse.Kind.OTHER,
                ToolUse.Status.FAILED,
                Optional.empty(),
                Optional.of("The agent ended before this tool did")));
  }
}
