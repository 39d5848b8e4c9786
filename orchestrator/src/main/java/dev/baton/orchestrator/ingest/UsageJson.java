package dev.baton.orchestrator.ingest;

import dev.baton.mcp.protocol.Json;
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
  private UsageJson() {}

  static String write(UsageReport usage) {
    var json =
        Json.object()
            .put("scope", usage.scope().name())
            .put("input", usage.inputTokens())
            .put("cached", usage.cachedInputTokens())
            .put("output", usage.outputTokens());
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
        json.path("input").asLong(0),
        json.path("cached").asLong(0),
        json.path("output").asLong(0),
        json.path("costScope").asString("").equals(Scope.TURN.name()) ? Scope.TURN : Scope.SESSION,
        json.path("cost").asStringOpt().map(BigDecimal::new));
  }

  /** What a conversation has used so far. */
  private static final class Sum {
    private long input;
    private long cached;
    private long output;
    private BigDecimal cost = BigDecimal.ZERO;

    /** Returns what is new. */
    TokenUsage add(UsageReport usage) {
      boolean isTotal = usage.scope() == Scope.SESSION;
      var oldInput = input;
      var oldCached = cached;
      var oldOutput = output;
      // why: some agents count from the start of the conversation, so the last number holds all
      input = (isTotal ? 0 : input) + usage.inputTokens();
      cached = (isTotal ? 0 : cached) + usage.cachedInputTokens();
      output = (isTotal ? 0 : output) + usage.outputTokens();
      var newCost =
          usage.costScope() == Scope.TURN ? usage.costUsd() : usage.costUsd().map(this::more);
      return new TokenUsage(
          since(oldInput, input),
          since(oldCached, cached),
          since(oldOutput, output),
          newCost,
          newCost.isPresent());
    }

    private BigDecimal more(BigDecimal told) {
      var old = cost;
      cost = told;
      return cost.compareTo(old) < 0 ? cost : cost.subtract(old);
    }

    /** A count that went down began anew. */
    private static long since(long before, long after) {
      return after < before ? after : after - before;
    }
  }
}
