package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageReportTest {
  private static Optional<BigDecimal> cost(String told) {
    return new UsageReport(
            UsageReport.Scope.TURN, Optional.empty(), Optional.of(new BigDecimal(told)))
        .costUsd();
  }

  private static Optional<TokenCount> tokens(String usage) {
    return TokenCount.told(
        new JsonEvent(Json.parseObject(usage.replace('\'', '"'))),
        List.of("in", "made"),
        List.of("cached"),
        List.of("out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-3", "1e30", "1e999999999", "1000000.01"})
  void a_cost_that_no_agent_can_have_was_not_told(String cost) {
    assertThat(cost(cost)).isEmpty();
  }

  @Test
  void a_cost_that_no_sum_can_show_is_nothing() {
    assertThat(cost("1e-999999999")).contains(BigDecimal.ZERO);
    assertThat(cost("0.000000001")).contains(new BigDecimal("0.000000001"));
  }

  @Test
  void tokens_of_which_an_agent_says_nothing_are_unknown() {
    assertThat(tokens("{}")).isEmpty();
    assertThat(tokens("{'in': null, 'cached': 7}")).isEmpty();
    assertThat(tokens("{'out': 0}")).contains(new TokenCount(0, 0, 0));
    assertThat(tokens("{'in': 1, 'made': 2, 'cached': 3, 'out': '4'}"))
        .contains(new TokenCount(3, 3, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1000000000001", "1e999999999", "'many'", "true", "[]"})
  void with_a_number_of_tokens_that_no_agent_can_have_they_are_unknown(String number) {
    assertThat(tokens("{'in': 1, 'out': %s}".formatted(number))).isEmpty();
    assertThat(tokens("{'in': %s, 'out': 1}".formatted(number))).isEmpty();
    assertThat(tokens("{'in': 1, 'cached': %s, 'out': 1}".formatted(number))).isEmpty();
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
