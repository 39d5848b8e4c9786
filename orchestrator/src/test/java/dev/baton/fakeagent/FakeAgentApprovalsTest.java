package dev.baton.fakeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What the fake agent asks, and how it takes the answers. */
class FakeAgentApprovalsTest {
  private static final String ASKING = "ask May I?\nsay went on";

  @AutoClose private final AgentRuns agents = new AgentRuns();

  @Test
  void in_other_variants_everything_is_granted_at_once() {
    var turn = agents.play(ASKING);
    assertThat(turn.events("approval_request")).isEmpty();
    assertThat(turn.toolsUsed().getFirst().path("result").asString("")).isEqualTo("approved");
    assertThat(turn.said()).containsExactly("went on");
  }

  @Test
  void the_agent_waits_until_it_is_granted() throws Exception {
    var run = startAsking();
    assertThat(agents.runs().inspector().inspect(run.processId(), run.directory()).toString())
        .contains("Running");
    agents.pipe(run).send(answer("approval-tool-1-1", "approve", ""));

    var turn = agents.awaitEnd(run.processId());
    var request = turn.events("approval_request").getFirst();
    assertThat(request.path("id").asString("")).isEqualTo("approval-tool-1-1");
    assertThat(request.path("tool_name").asString("")).isEqualTo("ask");
    assertThat(request.path("summary").asString("")).isEqualTo("May I?");
    assertThat(turn.toolsUsed().getFirst().path("status").asString("")).isEqualTo("completed");
    assertThat(turn.said()).containsExactly("went on");
    assertThat(turn.result()).isEqualTo("success");
  }

  @Test
  void a_denial_is_said_with_its_reason_and_the_agent_goes_on() throws Exception {
    var run = startAsking();
    agents.pipe(run).send(answer("approval-tool-1-1", "deny", "not \"today\""));

    var turn = agents.awaitEnd(run.processId());
    assertThat(turn.said()).containsExactly("denied: not \"today\"", "went on");
    assertThat(turn.toolsUsed().getFirst().path("status").asString("")).isEqualTo("denied");
    assertThat(turn.result()).isEqualTo("success");
  }

  @Test
  void answers_to_others_and_nonsense_are_passed_over() throws Exception {
    var run = startAsking();
    agents.pipe(run).send(answer("another", "deny", "wrong one"));
    agents.pipe(run).send("{nonsense");
    agents.pipe(run).send(answer("approval-tool-1-1", "deny", ""));

    var turn = agents.awaitEnd(run.processId());
    assertThat(turn.said()).containsExactly("denied: no reason given", "went on");
    assertThat(turn.events("error").getFirst().path("message").asString(""))
        .isEqualTo("A line on standard input is not JSON: unexpected character at position 1");
  }

  @Test
  void an_end_of_the_input_denies() throws Exception {
    var run = startAsking();
    agents.pipe(run).close();
    assertThat(agents.awaitEnd(run.processId()).said())
        .containsExactly("denied: nobody can answer, because standard input has ended", "went on");
  }

  @Test
  void a_waiting_agent_can_be_interrupted() {
    var run = startAsking();
    assertThat(agents.runs().stop(run, StopPatience.DEFAULT, false).isComplete()).isTrue();
    assertThat(agents.awaitEnd(run.processId()).result()).isEqualTo("interrupted");
  }

  private RunningProgram startAsking() {
    var prompt = Json.object().put("type", "prompt").put("text", ASKING);
    return agents.startUntil(
        "approval_request",
        new ProgramInput.Pipe(prompt + "\n"),
        "--variant",
        "APPROVALS",
        "--input",
        "json");
  }

  private static String answer(String id, String decision, String reason) {
    return Json.object()
        .put("type", "approval_response")
        .put("id", id)
        .put("decision", decision)
        .put("reason", reason)
        .toString();
  }
}
