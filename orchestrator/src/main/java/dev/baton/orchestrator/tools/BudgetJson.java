package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.cost.Budget;
import tools.jackson.databind.node.ObjectNode;

/** A budget as callers see it. */
final class BudgetJson {
  private BudgetJson() {}

  static ObjectNode of(Budget budget) {
    var json = Json.object().put("of", budget.of().wireName());
    budget.ofId().ifPresent(id -> json.put("of_id", id.toString()));
    return json.put("name", budget.name())
        .put("budget_usd", budget.limit())
        .put("spent_usd", budget.spent().spent().orElse(null))
        .put("known", budget.spent().isKnown())
        .put("exceeded", budget.isExceeded());
  }
}
