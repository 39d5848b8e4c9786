package dev.baton.orchestrator.ingest;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.UsageReport.Scope;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
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

  /** The sum over all processes of an attempt, which are given in order; empty if none told. */
  public static Optional<dev.baton.orchestrator.attempt.TokenUsage> sum(List<SessionUsage> told) {
    var sessions = new LinkedHashMap<UUID, Sum>();
    for (var usage : told) {
      sessions
          .computeIfAbsent(usage.sessionId(), _ -> new Sum())
          .add(Json.MAPPER.readTree(usage.json()));
    }
    return sessions.values().stream().reduce(Sum::plus).map(Sum::usage);
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

    dev.baton.orchestrator.attempt.TokenUsage usage() {
      return new dev.baton.orchestrator.attempt.TokenUsage(input, cached, output, cost);
    }
  }
}
