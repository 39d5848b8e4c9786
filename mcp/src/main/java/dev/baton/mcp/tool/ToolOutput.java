package dev.baton.mcp.tool;

import dev.baton.internal.schema.RecordJson;
import dev.baton.internal.schema.SchemaCheck;
import dev.baton.internal.schema.SchemaProblem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns what a handler returned into a result. Thread safe. */
final class ToolOutput {
  private final String tool;
  private final Optional<SchemaCheck> check;

  private ToolOutput(String tool, Optional<SchemaCheck> check) {
    this.tool = tool;
    this.check = check;
  }

  // why: a record fits the schema that was made from it, so only hand-written ones are checked
  static ToolOutput unchecked(String tool) {
    return new ToolOutput(tool, Optional.empty());
  }

  static ToolOutput checked(String tool, ObjectNode schema) {
    return new ToolOutput(tool, Optional.of(new SchemaCheck(schema)));
  }

  ToolResult write(Object answer) {
    return answer instanceof ToolResult result
        ? conforming(result)
        : ToolResult.structured(RecordJson.encode(answer));
  }

  private ToolResult conforming(ToolResult result) {
    if (check.isEmpty() || result.isError()) {
      return result;
    }
    var problems = problems(check.get(), result.structured());
    return problems.isEmpty() ? result : ToolResult.failure(violation(problems));
  }

  private static List<SchemaProblem> problems(SchemaCheck check, Optional<JsonNode> structured) {
    return structured
        .map(check::check)
        .orElseGet(() -> List.of(check.wrong("", "no structured content")));
  }

  private ToolFailure violation(List<SchemaProblem> problems) {
    return new ToolFailure(
        FailureCode.INTERNAL,
        "%s answered what its output schema forbids: %s".formatted(tool, problems.getFirst()),
        "Tell the operator of this server; what %s did may have taken effect".formatted(tool),
        Map.of("problems", problems.stream().map(SchemaProblem::toJson).toList()));
  }
}
