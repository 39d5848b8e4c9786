package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page of all tools is made from the registry of operations and from what a server lists. */
class ToolReferenceTest {
  private static final String HEAD =
      """
      # Tools

      Made from the registry of operations by `tools/write-docs`; do not edit it.

      Every tool is also an endpoint, `POST /api/NAME` with its arguments as a JSON object, and, where a command is named, a
      verb of the command line whose options are the same fields. An argument with `?` is optional. A failure is
      `{code, message, retryable, hint, details?}`. `baton serve --tools core` offers models nothing that is marked *full*; people keep it.
      Ids are UUIDs, times RFC 3339 in UTC.

      What the list takes of a model's context, counted in tokens of `o200k_base`; the output schemas are for programs:

      """;
  private static final int BUDGET_BYTES = 40_000;
  private static final String WORKFLOWS =
      """

      # Workflow tools

      Each workflow is a prompt and a tool `run_NAME`; the others continue durable runs ([workflows.md](workflows.md)).
      """;

  @TempDir private Path directory;

  @Test
  void the_page_is_what_the_program_says() throws Exception {
    var served = served();
    GeneratedPage.check(
        "docs/tools.md",
        HEAD + ToolTokens.table(served) + operations() + WORKFLOWS + workflowTools(served));
  }

  @Test
  void all_tools_of_a_server_fit_into_the_budget_of_a_model() throws Exception {
    var served = served();
    assertThat(served)
        .extracting(tool -> tool.path("name").asString(""))
        .contains("list_projects", "run_deliver_task", "workflow_status");
    assertBudget(served);
  }

  @Test
  void all_tools_of_an_agent_fit_into_the_budget_of_a_model() throws Exception {
    try (var board = BoardFixture.in(directory.resolve("board"))) {
      var attempt = board.start("Listing", "env BATON_TOKEN\nhang").path("attempt_id").asString("");
      try (var agent = new McpClient(URI.create(board.url()), board.agentToken(attempt))) {
        var served = listed(agent);
        assertThat(served)
            .extracting(tool -> tool.path("name").asString(""))
            .contains("get_context", "run_deliver_task", "workflow_status");
        assertBudget(served);
      }
      board.client().call("stop_attempt", Json.object().put("attempt_id", attempt));
    }
  }

  private static void assertBudget(List<JsonNode> tools) {
    assertThat(tools.stream().mapToInt(ToolReferenceTest::shownBytes).sum())
        .as("names, descriptions and input schemas")
        .isLessThan(BUDGET_BYTES);
    assertThat(tools.stream().mapToInt(tool -> bytes(tool.path("outputSchema"))).sum())
        .as("output schemas")
        .isLessThan(BUDGET_BYTES);
  }

  private static int shownBytes(JsonNode tool) {
    var shown = Json.object();
    List.of("name", "description", "inputSchema")
        .forEach(field -> shown.set(field, tool.path(field)));
    return bytes(shown);
  }

  private static int bytes(JsonNode json) {
    return Json.bytes(json).length;
  }

  private static String operations() {
    return Operations.described().stream()
        .map(ToolReferenceTest::operation)
        .collect(Collectors.joining());
  }

  private static String operation(Operation operation) {
    var reach =
        switch (operation.reach()) {
          case CORE -> "";
          case FULL -> " *full*";
          case OPERATOR -> " *not for models*";
        };
    return ToolText.of(
            operation.tool().describe(),
            "`baton %s`%s".formatted(String.join(" ", operation.verb()), reach))
        + ToolText.ofPeople(operation.tool().describe(), operation.operatorTool().describe());
  }

  private List<JsonNode> served() throws Exception {
    try (var board = BoardFixture.in(directory.resolve("board"))) {
      return listed(board.client());
    }
  }

  private static List<JsonNode> listed(McpClient client) throws Exception {
    return client.request("tools/list", Json.object()).path("tools").valueStream().toList();
  }

  private static String workflowTools(List<JsonNode> served) {
    return served.stream()
        .filter(tool -> tool.path("name").asString("").matches("(run|workflow)_.*"))
        .map(tool -> ToolText.of(tool, ""))
        .collect(Collectors.joining());
  }
}
