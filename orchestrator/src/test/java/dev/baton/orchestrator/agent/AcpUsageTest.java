package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentOutput.UsageReported;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a turn cost, as agents of the Agent Client Protocol tell it. */
class AcpUsageTest {
  private static final String COST =
      "{'sessionUpdate': 'usage_update', 'used': 5000, 'size': 200000,"
          + " 'cost': {'amount': 0.25, 'currency': 'USD'}}";
  private static final String COUNTED_PIECE =
      "{'sessionUpdate': 'agent_message_chunk', 'content': {'type': 'text', 'text': 'x'},"
          + " '_meta': {'usage': {'inputTokens': 10, 'cachedReadTokens': 4, 'outputTokens': 3}}}";
  private static final String ENDED = "'stopReason': 'end_turn'";
  private static final String QUOTA =
      ", '_meta': {'quota': {'token_count': {'input_tokens': 7, 'output_tokens': 2}}}";

  /** What is reported at the end of a turn with these updates. */
  private static Optional<UsageReport> reported(String answer, String... updates) {
    var reader = TestAgents.acp("MY_AGENT").reader(TestAgents.request("x"));
    accept(reader, "'id': 1, 'result': {'protocolVersion': 1}");
    accept(reader, "'id': 2, 'result': {'sessionId': 's'}");
    for (var update : updates) {
      accept(
          reader,
          "'method': 'session/update', 'params': {'sessionId': 's', 'update': %s}"
              .formatted(update));
    }
    return accept(reader, "'id': 3, 'result': {%s}".formatted(answer)).stream()
        .filter(UsageReported.class::isInstance)
        .map(output -> ((UsageReported) output).usage())
        .findFirst();
  }

  private static List<AgentOutput> accept(TurnReader reader, String fields) {
    var line = "{'jsonrpc': '2.0', %s}".formatted(fields).replace('\'', '"');
    return reader.accept(OutputLine.stdout(line));
  }

  private static UsageReport report(TokenCount tokens) {
    return new UsageReport(
        UsageReport.Scope.TURN, Optional.of(tokens), Optional.of(new BigDecimal("0.25")));
  }

  @Test
  void a_cost_alone_leaves_the_tokens_unknown() {
    assertThat(reported(ENDED, COST))
        .contains(
            new UsageReport(
                UsageReport.Scope.TURN, Optional.empty(), Optional.of(new BigDecimal("0.25"))));
  }

  @Test
  void tokens_are_kept_beside_a_cost_wherever_they_are_told() {
    var answer = ENDED + ", 'usage': {'inputTokens': 20, 'outputTokens': 6}";

    assertThat(reported(ENDED, COUNTED_PIECE, COUNTED_PIECE, COST))
        .contains(report(new TokenCount(20, 8, 6)));
    assertThat(reported(ENDED + QUOTA, COUNTED_PIECE, COST))
        .contains(report(new TokenCount(7, 0, 2)));
    assertThat(reported(answer + QUOTA, COUNTED_PIECE, COST))
        .contains(report(new TokenCount(20, 0, 6)));
  }

  @Test
  void who_tells_nothing_reports_nothing() {
    assertThat(reported(ENDED)).isEmpty();
    assertThat(reported(ENDED, "{'sessionUpdate': 'usage_update', 'used': 5, 'size': 10}"))
        .isEmpty();
  }
}
