package dev.baton.orchestrator.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentOutput.UsageReported;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.TestAgents;
import dev.baton.orchestrator.agent.UsageReport;
import dev.baton.orchestrator.agent.command.CommandExecutor;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What two turns of one session told that they used, turn by turn. */
class UsageJsonTest {
  private static final UUID SESSION = new UUID(0, 1);
  private static final UUID FIRST = new UUID(0, 2);
  private static final UUID SECOND = new UUID(0, 3);

  private static UsageReport told(AgentExecutor executor, String cost) {
    var reader = executor.reader(TestAgents.request("x"));
    var line =
        "{\"type\": \"usage\", \"input_tokens\": 10, \"output_tokens\": 5, \"cost_usd\": %s}"
            .formatted(cost);
    return reader.accept(OutputLine.stdout(line)).stream()
        .filter(UsageReported.class::isInstance)
        .map(output -> ((UsageReported) output).usage())
        .findFirst()
        .orElseThrow();
  }

  private static TokenUsage second(UsageReport first, UsageReport second) {
    var told =
        List.of(
            new SessionUsage(FIRST, SESSION, UsageJson.write(first)),
            new SessionUsage(SECOND, SESSION, UsageJson.write(second)));
    return UsageJson.own(told, SECOND).orElseThrow();
  }

  @Test
  void a_command_has_no_conversation_so_each_of_its_turns_cost_what_it_said() {
    var command =
        new CommandExecutor(
            TestAgents.setup("MY_SCRIPT", List.of("my-script")),
            CommandExecutor.PrintedAs.JSON_LINES);

    var usage = second(told(command, "0.5"), told(command, "0.5"));

    assertThat(usage.costUsd()).contains(new BigDecimal("0.5"));
    assertThat(usage.inputTokens()).isEqualTo(10);
    assertThat(told(command, "0.5").words()).isEqualTo("10 input, 5 output tokens, $0.5000");
  }

  @Test
  void an_agent_with_a_conversation_tells_what_all_of_it_has_cost() {
    var usage = second(told(TestAgents.fake(), "0.5"), told(TestAgents.fake(), "0.75"));

    assertThat(usage.costUsd()).contains(new BigDecimal("0.25"));
    assertThat(told(TestAgents.fake(), "0.5").words())
        .isEqualTo("10 input, 5 output tokens, $0.5000 in this conversation");
  }
}
