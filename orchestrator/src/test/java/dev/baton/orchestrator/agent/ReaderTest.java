package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.orchestrator.agent.AgentOutput.ActionDenied;
import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import dev.baton.orchestrator.agent.AgentOutput.Entry;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.AgentOutput.TurnEnded;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import dev.baton.orchestrator.process.OutputChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How turns end, and what agents are answered. */
class ReaderTest {
  private static List<AgentOutput> read(AgentExecutor executor, ProgramExit exit, String... lines) {
    return read(executor, TestAgents.request("go on").withEarlierSession("s-1"), exit, lines);
  }

  private static List<AgentOutput> read(
      AgentExecutor executor, TurnRequest request, ProgramExit exit, String... lines) {
    var reader = executor.reader(request);
    var outputs = new ArrayList<>(reader.onStart());
    Stream.of(lines)
        .map(
            line ->
                line.startsWith("!")
                    ? OutputLine.stderr(line.substring(1))
                    : OutputLine.stdout(line))
        .forEach(line -> outputs.addAll(reader.accept(line)));
    outputs.addAll(reader.onExit(exit));
    return outputs;
  }

  private static TurnResult result(List<AgentOutput> outputs) {
    var ends = outputs.stream().filter(TurnEnded.class::isInstance).toList();
    assertThat(ends).hasSize(1);
    return ((TurnEnded) ends.getFirst()).result();
  }

  @Test
  void an_error_of_the_model_that_claude_calls_a_success_is_a_failure() {
    var outputs =
        read(
            TestAgents.claude(),
            new ProgramExit.Code(1),
            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,"
                + "\"terminal_reason\":\"api_error\",\"result\":\"API Error: 500\"}");
    assertThat(result(outputs))
        .isEqualTo(new TurnResult.Failed(Cause.AGENT_ERROR, "API Error: 500"));
    assertThat(outputs).contains(Entry.of("end", EntryType.ERROR, "API Error: 500"));
  }

  @Test
  void a_turn_without_a_closing_event_has_failed_whatever_the_exit_code() {
    assertThat(result(read(TestAgents.claude(), new ProgramExit.Code(0), "!out of memory")))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.NO_CLOSING_EVENT,
                "Claude Code ended without a closing event (exit code 0): out of memory"));
    assertThat(result(read(TestAgents.codex(), new ProgramExit.Signal(9))))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.NO_CLOSING_EVENT, "Codex ended without a closing event (signal 9)"));
    assertThat(result(read(TestAgents.acp("MY_AGENT"), new ProgramExit.Unknown())))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.NO_CLOSING_EVENT, "MY_AGENT ended without a closing event (unknown exit)"));
  }

  @Test
  void a_conversation_that_claude_has_no_longer_is_lost() {
    var event =
        "{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"is_error\":true,"
            + "\"session_id\":\"new\",\"errors\":[\"No conversation found with session ID: s-1\"]}";
    var outputs = read(TestAgents.claude(), new ProgramExit.Code(1), event);
    assertThat(result(outputs))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.SESSION_LOST, "session lost: No conversation found with session ID: s-1"));
    assertThat(outputs).noneMatch(AgentOutput.SessionStarted.class::isInstance);
  }

  @Test
  void a_conversation_that_codex_has_no_longer_is_lost() {
    var outputs =
        read(
            TestAgents.codex(),
            new ProgramExit.Code(1),
            "!Error: thread/resume failed: no rollout found for thread id s-1");
    assertThat(result(outputs))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.SESSION_LOST,
                "session lost: Codex no longer has this conversation (exit code 1): "
                    + "Error: thread/resume failed: no rollout found for thread id s-1"));
  }

  @Test
  void a_conversation_that_the_app_server_of_codex_has_no_longer_is_lost() {
    var request = TestAgents.request("go on", TurnMode.APPROVALS).withEarlierSession("s-1");
    var outputs =
        read(
            TestAgents.codex(),
            request,
            new ProgramExit.Code(0),
            "{\"id\":1,\"result\":{}}",
            "{\"id\":2,\"error\":{\"code\":-32600,\"message\":\"no rollout found\"}}");
    assertThat(result(outputs))
        .isEqualTo(new TurnResult.Failed(Cause.SESSION_LOST, "session lost: no rollout found"));
  }

  @Test
  void a_conversation_that_an_acp_agent_has_no_longer_is_lost() {
    var outputs =
        read(
            TestAgents.acp("MY_AGENT"),
            new ProgramExit.Code(0),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32603,\"message\":\"Internal"
                + " error\",\"data\":{\"details\":\"Session not found\"}}}");
    assertThat(result(outputs))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.SESSION_LOST, "session lost: Internal error: Session not found"));
  }

  @Test
  void an_acp_agent_that_wants_a_login_says_so() {
    var outputs =
        read(
            TestAgents.acp("MY_AGENT"),
            new ProgramExit.Code(0),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32000,"
                + "\"message\":\"Authentication required\"}}");
    assertThat(result(outputs))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.AGENT_ERROR,
                "Authentication required: log in with the agent's own program first"));
  }

  @Test
  void a_conversation_that_the_fake_agent_has_no_longer_is_lost() {
    var outputs =
        read(
            TestAgents.fake(),
            new ProgramExit.Code(1),
            "{\"type\":\"error\",\"code\":\"session_lost\",\"message\":\"session lost: s-1\"}",
            "{\"type\":\"result\",\"status\":\"failed\",\"error\":\"session lost: s-1\"}");
    assertThat(result(outputs))
        .isEqualTo(new TurnResult.Failed(Cause.SESSION_LOST, "session lost: s-1"));
  }

  @Test
  void an_error_that_an_agent_spoke_of_is_said_when_it_ends_without_a_closing_event() {
    var error = "{\"type\":\"error\",\"message\":\"E1\"}";
    assertThat(result(read(TestAgents.fake(), new ProgramExit.Code(0), error, "!last words")))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.NO_CLOSING_EVENT,
                "The fake agent ended without a closing event (exit code 0): E1\nlast words"));
  }

  @Test
  void the_exit_code_of_a_plain_command_is_its_closing_statement() {
    var command = TestAgents.command(List.of("x"));
    assertThat(result(read(command, new ProgramExit.Code(0), "one", "two", "", "three")))
        .isEqualTo(new TurnResult.Succeeded("three"));
    assertThat(result(read(command, new ProgramExit.Code(3), "one", "!it broke")))
        .isEqualTo(
            new TurnResult.Failed(
                Cause.NO_CLOSING_EVENT,
                "MY_COMMAND ended without a closing event (exit code 3): it broke"));
    assertThat(read(command, new ProgramExit.Code(0), "one", "two", "", "three"))
        .contains(
            Entry.of("text-1", EntryType.ASSISTANT_MESSAGE, "one\ntwo"),
            Entry.of("text-2", EntryType.ASSISTANT_MESSAGE, "three"));
  }

  @Test
  void a_tool_that_did_not_end_fails_with_the_agent() {
    var outputs =
        read(
            TestAgents.codex(),
            new ProgramExit.Signal(15),
            "{\"type\":\"item.started\",\"item\":{\"id\":\"item_1\",\"type\":\"command_execution\","
                + "\"command\":\"sleep 100\",\"status\":\"in_progress\"}}");
    assertThat(outputs)
        .filteredOn(output -> output instanceof Entry entry && entry.key().equals("tool-item_1"))
        .extracting(output -> ((Entry) output).tool().orElseThrow())
        .extracting(ToolUse::status, tool -> tool.result().orElse(""))
        .containsExactly(
            tuple(ToolUse.Status.RUNNING, ""),
            tuple(ToolUse.Status.FAILED, "The agent ended before this tool did"));
  }

  @Test
  void claude_is_told_why_it_may_not() {
    var reader = TestAgents.claude().reader(TestAgents.request("x", TurnMode.APPROVALS));
    reader.accept(
        OutputLine.stdout(
            "{\"type\":\"control_request\",\"request_id\":\"q1\",\"request\":{\"subtype\":"
                + "\"can_use_tool\",\"tool_name\":\"Bash\",\"input\":{\"command\":\"make\"}}}"));
    assertThat(reader.answer("q1", new ApprovalAnswer.Deny("not today")))
        .containsExactly(
            new Send(
                "answer-q1",
                "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\","
                    + "\"request_id\":\"q1\",\"response\":{\"behavior\":\"deny\","
                    + "\"message\":\"not today\",\"interrupt\":false}}}"));
    assertThat(reader.answer("unknown", new ApprovalAnswer.Approve())).isEmpty();
  }

  @Test
  void claude_is_told_what_was_chosen() {
    var reader = TestAgents.claude().reader(TestAgents.request("x", TurnMode.APPROVALS));
    var asked =
        reader.accept(
            OutputLine.stdout(
                "{\"type\":\"control_request\",\"request_id\":\"q1\",\"request\":{\"subtype\":"
                    + "\"can_use_tool\",\"tool_name\":\"AskUserQuestion\",\"input\":{\"questions\":"
                    + "[{\"question\":\"Which?\"},{\"question\":\"When?\"}]}}}"));
    assertThat(asked)
        .extracting(output -> ((AgentOutput.ApprovalRequested) output).summary())
        .containsExactly("AskUserQuestion: Which?");
    assertThat(reader.answer("q1", new ApprovalAnswer.Answer("This one\nNow")))
        .extracting(Send::line)
        .first(org.assertj.core.api.InstanceOfAssertFactories.STRING)
        .contains("\"behavior\":\"allow\"")
        .contains("\"answers\":{\"Which?\":\"This one\",\"When?\":\"Now\"}");
  }

  @Test
  void a_request_that_claude_takes_back_is_withdrawn() {
    var reader = TestAgents.claude().reader(TestAgents.request("x", TurnMode.APPROVALS));
    reader.accept(
        OutputLine.stdout(
            "{\"type\":\"control_request\",\"request_id\":\"q1\",\"request\":{\"subtype\":"
                + "\"can_use_tool\",\"tool_name\":\"Bash\",\"input\":{}}}"));
    assertThat(
            reader.accept(
                OutputLine.stdout("{\"type\":\"control_cancel_request\",\"request_id\":\"q1\"}")))
        .containsExactly(new AgentOutput.ApprovalWithdrawn("q1"));
    assertThat(reader.answer("q1", new ApprovalAnswer.Approve())).isEmpty();
  }

  @Test
  void a_request_that_we_do_not_know_is_refused_and_kept() {
    var outputs =
        TestAgents.acp("MY_AGENT")
            .reader(TestAgents.request("x"))
            .accept(
                OutputLine.stdout(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"terminal/create\","
                        + "\"params\":{\"command\":\"make\"}}"));
    assertThat(outputs)
        .contains(
            new Send(
                "refusal-a",
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32601,"
                    + "\"message\":\"Baton does not answer 'terminal/create' requests\"}}"));
    assertThat(outputs).anyMatch(Entry.class::isInstance);
  }

  @Test
  void the_fake_agent_is_answered() {
    var reader = TestAgents.fake().reader(TestAgents.request("ask x", TurnMode.APPROVALS));
    assertThat(
            reader.accept(
                OutputLine.stdout(
                    "{\"type\":\"approval_request\",\"id\":\"a1\",\"tool_use_id\":\"t\","
                        + "\"tool_name\":\"ask\",\"summary\":\"x\"}")))
        .singleElement()
        .isInstanceOf(ApprovalRequested.class);
    assertThat(reader.answer("a1", new ApprovalAnswer.Deny("no")))
        .containsExactly(
            new Send(
                "answer-a1",
                "{\"type\":\"approval_response\",\"id\":\"a1\",\"decision\":\"deny\","
                    + "\"reason\":\"no\"}"));
  }

  @Test
  void an_acp_agent_is_told_why_it_was_denied_once_it_has_answered() {
    var reader = TestAgents.acp("MY_AGENT").reader(TestAgents.request("x", TurnMode.APPROVALS));
    Stream.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"session/request_permission\","
                + "\"params\":{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"t\","
                + "\"title\":\"Delete all\"},\"options\":["
                + "{\"optionId\":\"no\",\"kind\":\"reject_once\"}]}}")
        .forEach(line -> reader.accept(OutputLine.stdout(line)));
    assertThat(reader.answer("7", new ApprovalAnswer.Deny("it is Sunday")))
        .containsExactly(
            new Send(
                "answer-7",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"outcome\":"
                    + "{\"outcome\":\"selected\",\"optionId\":\"no\"}}}"));
    assertThat(
            reader.accept(
                OutputLine.stdout(
                    "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"cancelled\"}}")))
        .containsExactly(
            new ActionDenied("Delete all (it is Sunday)"),
            new Send(
                "denials-3",
                "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"session/prompt\",\"params\":"
                    + "{\"sessionId\":\"s\",\"prompt\":[{\"type\":\"text\",\"text\":"
                    + "\"The user denied 'Delete all': it is Sunday\\nGo on without it.\"}]}}"));
    assertThat(
            reader.accept(
                OutputLine.stdout(
                    "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"stopReason\":\"end_turn\"}}")))
        .anySatisfy(
            output ->
                assertThat(output)
                    .isInstanceOfSatisfying(
                        TurnEnded.class,
                        ended ->
                            assertThat(ended.result()).isInstanceOf(TurnResult.Succeeded.class)));
  }

  @Test
  void an_agent_without_a_plan_mode_does_not_plan_by_editing() {
    var outputs =
        read(
            TestAgents.acp("MY_AGENT"),
            TestAgents.request("x", TurnMode.PLAN),
            new ProgramExit.Code(0),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}");
    assertThat(result(outputs).summary())
        .isEqualTo("This agent offers no mode that plans: choose another variant");
  }

  @Test
  void a_line_that_is_too_long_is_kept_in_part() {
    var reader = TestAgents.claude().reader(TestAgents.request("x"));
    var start = "{\"type\":\"result\",\"subtype\":\"success\"";
    assertThat(reader.accept(new OutputLine(OutputChannel.STDOUT, start, false)))
        .containsExactly(Entry.of("line-1.0", EntryType.SYSTEM_MESSAGE, start));
  }

  @Test
  void what_agents_tell_their_own_windows_is_no_part_of_the_conversation() {
    var commands = "{\"type\":\"system\",\"subtype\":\"commands_changed\",\"commands\":[]}";
    assertThat(read(TestAgents.claude(), new ProgramExit.Code(0), commands))
        .isEqualTo(read(TestAgents.claude(), new ProgramExit.Code(0)));

    var asked = TestAgents.request("x", TurnMode.APPROVALS);
    var goal = "{\"method\":\"thread/goal/cleared\",\"params\":{\"threadId\":\"t\"}}";
    assertThat(read(TestAgents.codex(), asked, new ProgramExit.Code(0), goal))
        .isEqualTo(read(TestAgents.codex(), asked, new ProgramExit.Code(0)));
  }
}
