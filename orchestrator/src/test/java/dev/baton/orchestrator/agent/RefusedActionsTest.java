package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentOutput.ActionDenied;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What agents were not allowed to do, as their streams tell it. */
class RefusedActionsTest {
  @Test
  void what_claude_was_refused_is_counted_once_whoever_tells_it() {
    var reader = TestAgents.claude().reader(TestAgents.request("x"));
    var use =
        "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"%s\","
            + "\"name\":\"Bash\",\"input\":{\"command\":\"%s\"}}]}}";
    var denied =
        Stream.of(
                use.formatted("a", "make test"),
                "{\"type\":\"system\",\"subtype\":\"permission_denied\",\"tool_use_id\":\"a\","
                    + "\"tool_name\":\"Bash\",\"message\":\"needs approval\"}",
                use.formatted("b", "make all"),
                "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,"
                    + "\"permission_denials\":["
                    + "{\"tool_name\":\"Bash\",\"tool_use_id\":\"a\",\"tool_input\":{}},"
                    + "{\"tool_name\":\"Bash\",\"tool_use_id\":\"b\","
                    + "\"tool_input\":{\"command\":\"make all\"}}]}")
            .flatMap(line -> reader.accept(OutputLine.stdout(line)).stream())
            .filter(ActionDenied.class::isInstance);

    assertThat(denied)
        .containsExactly(
            new ActionDenied("Bash: make test (needs approval)"),
            new ActionDenied("Bash: make all"));
  }

  @Test
  void what_the_sandbox_of_codex_refuses_is_counted() {
    var reader = TestAgents.codex().reader(TestAgents.request("x"));
    var rejected =
        reader.accept(
            OutputLine.stderr(
                "2026-11-16T05:01:41.589183Z ERROR codex_core::tools::router: error=patch rejected:"
                    + " writing outside of the project; rejected by user approval settings"));
    var failed =
        reader.accept(
            OutputLine.stdout(
                "{\"type\":\"item.completed\",\"item\":{\"id\":\"item_1\","
                    + "\"type\":\"command_execution\",\"command\":\"git commit\","
                    + "\"aggregated_output\":\"fatal: index.lock: Read-only file system\\n\","
                    + "\"exit_code\":128,\"status\":\"failed\"}}"));

    assertThat(rejected)
        .contains(
            new ActionDenied(
                "patch rejected: writing outside of the project; rejected by user approval"
                    + " settings"));
    assertThat(failed)
        .contains(new ActionDenied("shell: git commit (fatal: index.lock: Read-only file system)"));
  }

  @Test
  void what_codex_refuses_while_it_plans_is_counted_and_what_the_user_refuses_only_once() {
    var line = "ERROR codex_core::tools::router: error=%s";
    var sandbox = line.formatted("patch rejected: writing is blocked by read-only sandbox");
    var user = line.formatted("exec_command failed: Rejected(\"rejected by user\")");

    assertThat(told(TurnMode.PLAN, sandbox))
        .contains(new ActionDenied("patch rejected: writing is blocked by read-only sandbox"));
    assertThat(told(TurnMode.APPROVALS, user)).noneMatch(ActionDenied.class::isInstance);
  }

  /** What an error line of Codex means. */
  private static List<AgentOutput> told(TurnMode mode, String line) {
    return TestAgents.codex().reader(TestAgents.request("x", mode)).accept(OutputLine.stderr(line));
  }

  @Test
  void a_tool_that_was_never_begun_was_refused_by_nobody() {
    var reader = TestAgents.acp("MY_AGENT").reader(TestAgents.request("x"));
    Stream.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"update\":{"
                + "\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":\"List\","
                + "\"status\":\"pending\"}}}")
        .forEach(line -> reader.accept(OutputLine.stdout(line)));

    assertThat(reader.onExit(new ProgramExit.Code(0))).noneMatch(ActionDenied.class::isInstance);
  }

  @Test
  void what_the_rules_of_copilot_refuse_is_counted_with_its_command() {
    var reader = TestAgents.acp("MY_AGENT").reader(TestAgents.request("x"));
    var outputs =
        Stream.of(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}",
                update(
                    "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":\"run it\","
                        + "\"kind\":\"execute\",\"status\":\"pending\","
                        + "\"rawInput\":{\"command\":\"make test\",\"description\":\"run it\"}}"),
                update(
                    "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\","
                        + "\"status\":\"failed\","
                        + "\"rawOutput\":{\"message\":\"Denied by rules: `shell`\","
                        + "\"code\":\"denied\"}}"))
            .flatMap(line -> reader.accept(OutputLine.stdout(line)).stream());

    assertThat(outputs.filter(ActionDenied.class::isInstance))
        .containsExactly(new ActionDenied("run it: make test (Denied by rules: `shell`)"));
  }

  private static String update(String update) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"update\":%s}}"
        .formatted(update);
  }
}
