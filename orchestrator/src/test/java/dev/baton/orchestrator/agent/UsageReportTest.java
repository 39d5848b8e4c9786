package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageReportTest {
  private static UsageReport report(long tokens, String cost) {
    return new UsageReport(
        UsageReport.Scope.TURN, tokens, tokens, tokens, Optional.of(new BigDecimal(cost)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-3", "1e30", "1e999999999", "1000000.01"})
  void a_cost_that_no_agent_can_have_was_not_told(String cost) {
    assertThat(report(1, cost).costUsd()).isEmpty();
  }

  @Test
  void tokens_stay_within_what_can_be_added_up() {
    var most = report(5_000_000_000_000_000_000L, "0.1");
    assertThat(most.inputTokens() + most.cachedInputTokens() + most.outputTokens())
        .isEqualTo(3_000_000_000_000L);
    assertThat(most.costUsd()).contains(new BigDecimal("0.1"));
    assertThat(report(-5, "0").outputTokens()).isZero();
  }

  @Test
  void a_cost_is_a_number_or_the_text_of_one() {
    var event = new JsonEvent(Json.parseObject("{\"a\": 0.6, \"b\": \"0.7\", \"c\": \"much\"}"));
    assertThat(event.decimal("a")).contains(new BigDecimal("0.6"));
    assertThat(event.decimal("b")).contains(new BigDecimal("0.7"));
    assertThat(event.decimal("c")).isEmpty();
    assertThat(event.decimal("none")).isEmpty();
  }
}
