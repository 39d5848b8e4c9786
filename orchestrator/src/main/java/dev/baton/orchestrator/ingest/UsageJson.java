package dev.baton.orchestrator.ingest;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.UsageReport;
import dev.baton.orchestrator.agent.UsageReport.Scope;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The stored form of what agents used, and the sum of it. */
public final class UsageJson {
  private static final String INPUT = "input";
  private static final String CACHED = "cached";
  private static final String OUTPUT = "output";

  private UsageJson() {}

  static String write(UsageReport usage) {
    var json = Json.object().put("scope", usage.scope().name());
    usage
        .tokens()
        .ifPresent(
            tokens ->
                json.put(INPUT, tokens.input())
                    .put(CACHED, tokens.cached())
                    .put(OUTPUT, tokens.output()));
    usage
        .costUsd()
        .ifPresent(
            cost ->
                json.put("costScope", usage.costScope().name()).put("cost", cost.toPlainString()));
    return json.toString();
  }

  /**
   * What one process used by itself; all that were told of its attempt are given, in order. Agents
   * that count from the start of the conversation are asked what was new. Empty if it told nothing.
   */
  public static Optional<TokenUsage> own(List<SessionUsage> told, UUID processId) {
    var sessions = new HashMap<UUID, Sum>();
    for (var usage : told) {
      var sum = sessions.computeIfAbsent(usage.sessionId(), _ -> new Sum());
      var own = sum.add(read(usage.json()));
      if (usage.processId().equals(processId)) {
        return Optional.of(own);
      }
    }
    return Optional.empty();
  }

  /** What older programs stored may be more than an agent can say now. */
  private static UsageReport read(String text) {
    var json = Json.parseObject(text);
    return new UsageReport(
        json.path("scope").asString("").equals(Scope.SESSION.name()) ? Scope.SESSION : Scope.TURN,
        TokenCount.told(new JsonEvent(json), List.of(INPUT), List.of(CACHED), List.of(OUTPUT)),
        json.path("costScope").asString("").equals(Scope.TURN.name()) ? Scope.TURN : Scope.SESSION,
        json.path("cost").asStringOpt().map(BigDecimal::new));
  }

  /** What a conversation has used so far. */
  private static final class Sum {
    private TokenCount tokens = TokenCount.NONE;
    private BigDecimal cost = BigDecimal.ZERO;

    /** Returns what is new. */
    TokenUsage add(UsageReport usage) {
      // why: some agents count from the start of the conversation, so the last number holds all
      var newTokens =
          usage.tokens().map(told -> usage.scope() == Scope.SESSION ? more(told) : added(told));
      var newCost =
          usage.costScope() == Scope.TURN ? usage.costUsd() : usage.costUsd().map(this::more);
      return new TokenUsage(newTokens, newCost, newCost.isPresent());
    }

    private TokenCount added(TokenCount told) {
      tokens = tokens.plus(told);
      return told;
    }

    private TokenCount more(TokenCount told) {
      var old = tokens;
      tokens = told;
      return told.since(old);
    }

    private BigDecimal more(BigDecimal told) {
      var old = cost;
      cost = told;
      return cost.compareTo(old) < 0 ? cost : cost.subtract(old);
    }
  }
}
