package dev.baton.app;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of all tools is made from the registry of operations and from what a server lists. */
class ToolReferenceTest {
  private static final String HEAD =
      """
      # Tools

      Made from the registry of operations by `tools/write-docs`; do not edit it.

      Every tool is also an endpoint, `POST /api/NAME` with its arguments as a JSON object, and, where a command is named, a
      verb of the command line whose options are the same fields. A field with `?` is optional. A failure is
      `{code, message, retryable, hint, details?}`. `baton serve --tools core` offers models nothing that is marked *full*; people keep it.
      """;
  private static final String WORKFLOWS =
      """

      # Workflow tools

      Each workflow is a prompt and a tool `run_NAME`; the others continue durable runs ([workflows.md](workflows.md)).
      """;

  @TempDir private Path directory;

  @Test
  void the_page_is_what_the_program_says() throws Exception {
    GeneratedPage.check("docs/tools.md", HEAD + operations() + WORKFLOWS + workflowTools());
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
        "`baton %s`%s".formatted(String.join(" ", operation.verb()), reach));
  }

  private String workflowTools() throws Exception {
    try (var board = BoardFixture.in(directory.resolve("board"))) {
      return board
          .client()
          .request("tools/list", Json.object())
          .path("tools")
          .valueStream()
          .filter(tool -> tool.path("name").asString("").matches("(run|workflow)_.*"))
          .map(tool -> ToolText.of(tool, ""))
          .collect(Collectors.joining());
    }
  }
}
