package dev.baton.orchestrator.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentOutput.UsageReported;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.TestAgents;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.UsageReport;
import dev.baton.orchestrator.agent.command.CommandExecutor;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What two turns of one session told that they used, turn by turn. */
class UsageJsonTest {
  private static final UUID SESSION = new UUID(0, 1);
  private static final UUID FIRST = new UUID(0, 2);
  private static final UUID SECOND = new UUID(0, 3);

  private static final AgentExecutor COMMAND =
      new CommandExecutor(
          TestAgents.setup("MY_SCRIPT", List.of("my-script")),
          CommandExecutor.PrintedAs.JSON_LINES);

  private static UsageReport told(AgentExecutor executor, String cost) {
    return find(executor, ", 'input_tokens': 10, 'output_tokens': 5, 'cost_usd': " + cost)
        .orElseThrow();
  }

  /** What is read of a line with these fields; empty if it says nothing. */
  private static Optional<UsageReport> find(AgentExecutor executor, String fields) {
    var reader = executor.reader(TestAgents.request("x"));
    var line = "{'type': 'usage'%s}".formatted(fields).replace('\'', '"');
    return reader.accept(OutputLine.stdout(line)).stream()
        .filter(UsageReported.class::isInstance)
        .map(output -> ((UsageReported) output).usage())
        .findFirst();
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
    var usage = second(told(COMMAND, "0.5"), told(COMMAND, "0.5"));

    assertThat(usage.costUsd()).contains(new BigDecimal("0.5"));
    assertThat(usage.tokens()).contains(new TokenCount(10, 0, 5));
    assertThat(told(COMMAND, "0.5").words()).isEqualTo("10 input, 5 output tokens, $0.5000");
  }

  @Test
  void tokens_that_are_not_told_are_unknown_and_never_0() {
    var costOnly = find(COMMAND, ", 'cost_usd': 0.5").orElseThrow();

    var usage = second(told(COMMAND, "0.5"), costOnly);

    assertThat(usage.tokens()).isEmpty();
    assertThat(usage.costUsd()).contains(new BigDecimal("0.5"));
    assertThat(costOnly.words()).isEqualTo("tokens unknown, $0.5000");
  }

  @Test
  void a_turn_that_told_no_tokens_takes_nothing_from_those_after_it() {
    var total = new TokenCount(30, 0, 10);
    var told =
        new UsageReport(
            UsageReport.Scope.SESSION, Optional.of(total), Optional.of(new BigDecimal("2")));
    var silent =
        new UsageReport(
            UsageReport.Scope.SESSION, Optional.empty(), Optional.of(new BigDecimal("1")));

    assertThat(second(silent, told).tokens()).contains(total);
    assertThat(second(told, silent).tokens()).isEmpty();
  }

  @Test
  void a_line_without_a_possible_number_says_nothing() {
    assertThat(find(COMMAND, "")).isEmpty();
    assertThat(find(COMMAND, ", 'input_tokens': -1, 'cost_usd': -1")).isEmpty();
  }

  @Test
  void an_agent_with_a_conversation_tells_what_all_of_it_has_cost() {
    var usage = second(told(TestAgents.fake(), "0.5"), told(TestAgents.fake(), "0.75"));

    assertThat(usage.costUsd()).contains(new BigDecimal("0.25"));
    assertThat(told(TestAgents.fake(), "0.5").words())
        .isEqualTo("10 input, 5 output tokens, $0.5000 in this conversation");
  }
}
