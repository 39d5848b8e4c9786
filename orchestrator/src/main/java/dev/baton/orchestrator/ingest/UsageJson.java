package dev.baton.orchestrator.ingest;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.UsageReport.Scope;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import dev.baton.orchestrator.store.ExecutionProcessTable.TurnUsage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** The sum over all processes of an attempt, which are given in order; empty if none told. */
  public static Optional<TokenUsage> sum(List<SessionUsage> told) {
    var sessions = new LinkedHashMap<UUID, Sum>();
    for (var usage : told) {
      sessions
          .computeIfAbsent(usage.sessionId(), _ -> new Sum())
          .add(Json.MAPPER.readTree(usage.json()));
    }
    return sessions.values().stream().reduce(Sum::plus).map(Sum::usage);
  }

  /**
   * What each turn used, of those that told; all turns of an attempt are given, in order. Agents
   * that count from the start of the conversation are asked what was new.
   */
  public static Map<UUID, TokenUsage> byTurn(List<TurnUsage> told) {
    var sessions = new LinkedHashMap<UUID, Sum>();
    var turns = new LinkedHashMap<UUID, TokenUsage>();
    for (var usage : told) {
      var sum = sessions.computeIfAbsent(usage.usage().sessionId(), _ -> new Sum());
      var before = sum.usage();
      sum.add(Json.MAPPER.readTree(usage.usage().json()));
      turns.merge(usage.turnId(), since(before, sum.usage()), UsageJson::plus);
    }
    return turns;
  }

  private static TokenUsage since(TokenUsage before, TokenUsage after) {
    return new TokenUsage(
        since(before.inputTokens(), after.inputTokens()),
        since(before.cachedInputTokens(), after.cachedInputTokens()),
        since(before.outputTokens(), after.outputTokens()),
        after
            .costUsd()
            .map(
                cost -> {
                  var more = cost.subtract(before.costUsd().orElse(BigDecimal.ZERO));
                  return more.signum() < 0 ? cost : more;
                }));
  }

  /** A count that went down began anew. */
  private static long since(long before, long after) {
    return after < before ? after : after - before;
  }

  private static TokenUsage plus(TokenUsage one, TokenUsage other) {
    return new TokenUsage(
        one.inputTokens() + other.inputTokens(),
        one.cachedInputTokens() + other.cachedInputTokens(),
        one.outputTokens() + other.outputTokens(),
        one.costUsd().isEmpty()
            ? other.costUsd()
            : Optional.of(one.costUsd().get().add(other.costUsd().orElse(BigDecimal.ZERO))));
  }

  private static final class Sum {
    private long input;
    private long cached;
    private long output;
    private Optional<BigDecimal> cost = Optional.empty();

    void add(JsonNode usage) {
      // why: some agents count from the start of the conversation, so the last number holds all
      boolean isTotal = usage.path("scope").asString("").equals(Scope.SESSION.name());
      input = (isTotal ? 0 : input) + usage.path("input").asLong(0);
      cached = (isTotal ? 0 : cached) + usage.path("cached").asLong(0);
      output = (isTotal ? 0 : output) + usage.path("output").asLong(0);
      if (usage.has("cost")) {
        cost = Optional.of(new BigDecimal(usage.path("cost").asString("0")));
      }
    }

    Sum plus(Sum other) {
      var both = new Sum();
      both.input = input + other.input;
      both.cached = cached + other.cached;
      both.output = output + other.output;
      both.cost =
          cost.isEmpty()
              ? other.cost
              : Optional.of(cost.get().add(other.cost.orElse(BigDecimal.ZERO)));
      return both;
    }

    TokenUsage usage() {
      return new TokenUsage(input, cached, output, cost);
    }
  }
}
