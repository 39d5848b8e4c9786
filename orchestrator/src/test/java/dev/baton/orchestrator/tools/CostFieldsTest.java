package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.task.TaskOwner;
import org.junit.jupiter.api.Test;

/** What get_costs answers models and people. */
class CostFieldsTest extends OnToolBench {
  @Test
  void people_are_answered_all_that_models_are_and_more() {
    var task = bench.awaitEnd(bench.attempt("cost 0.50")).path("task_id").asString();
    var request = "{'task_id': '%s'}".formatted(task);
    var tools = McpServer.named("people", "1");
    Operations.of(bench.orchestrator()).forEach(it -> tools.tool(it.operatorTool()));

    try (var server = tools.build();
        var person = new MemoryClient(server, TaskOwner.LOCAL).modern("{}")) {
      var model = call("get_costs", request);
      var all = person.call("get_costs", request);

      assertThat(model.path("sums").findValuesAsString("of"))
          .containsExactly("all", "day", "project", "task", "attempt", "executor");
      model
          .properties()
          .forEach(
              field ->
                  assertThat(all.path(field.getKey()))
                      .as(field.getKey())
                      .isEqualTo(field.getValue()));
      assertThat(all.path("total").path("cost_usd").decimalValue()).isEqualByComparingTo("0.5");
    }
  }
}
