package dev.baton.orchestrator.ingest;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.UsageReport.Scope;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** What agents used, as it is stored, and the sum of it. */
public final class UsageJson {
  private UsageJson() {}

  static String write(dev.baton.orchestrator.agent.UsageReport usage) {
    var json =
        Json.object()
            .put("scope", usage.scope().name())
            .put("input", usage.inputTokens())
            .put("cached", usage.cachedInputTokens())
            .put("output", usage.outputTokens());
    usage.sessionCostUsd().ifPresent(cost -> json.put("cost", cost.toPlainString()));
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
      var own = sum.add(Json.MAPPER.readTree(usage.json()));
      if (usage.processId().equals(processId)) {
        return Optional.of(own);
      }
    }
    return Optional.empty();
  }

  /** What a conversation has used so far. */
  private static final class Sum {
    private long input;
    private long cached;
    private long output;
    private BigDecimal cost = BigDecimal.ZERO;

    /** Returns what is new. */
    TokenUsage add(JsonNode usage) {
      boolean isTotal = usage.path("scope").asString("").equals(Scope.SESSION.name());
      var oldInput = input;
      var oldCached = cached;
      var oldOutput = output;
      // why: some agents count from the start of the conversation, so the last number holds all
      input = (isTotal ? 0 : input) + usage.path("input").asLong(0);
      cached = (isTotal ? 0 : cached) + usage.path("cached").asLong(0);
      output = (isTotal ? 0 : output) + usage.path("output").asLong(0);
      var newCost = usage.path("cost").asStringOpt().map(this::more);
      return new TokenUsage(
          since(oldInput, input),
          since(oldCached, cached),
          since(oldOutput, output),
          newCost,
          newCost.isPresent());
    }

    private BigDecimal more(String told) {
      var old = cost;
      cost = new BigDecimal(told);
      return cost.compareTo(old) < 0 ? cost : cost.subtract(old);
    }

    /** A count that went down began anew. */
    private static long since(long before, long after) {
      return after < before ? after : after - before;
    }
  }
}
