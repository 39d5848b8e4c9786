package dev.baton.adapter.sdk;

import dev.baton.internal.schema.SchemaCheck;
import dev.baton.internal.schema.SchemaProblem;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.internal.run.ToolOutcome;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A tool of the server that the workflows are in. Thread safe if its handler is. */
final class SdkTool {
  private final SyncToolSpecification specification;
  private final ToolFacts facts;
  private final Optional<SchemaCheck> output;

  SdkTool(SyncToolSpecification specification) {
    this.specification = specification;
    var json = SdkJson.object(specification.tool());
    var hints = json.path("annotations");
    var outputSchema = findObject(json, "outputSchema");
    this.facts =
        new ToolFacts(
            specification.tool().name(),
            json.path("description").asString(""),
            findObject(json, "inputSchema").orElseGet(JsonNodeFactory.instance::objectNode),
            outputSchema,
            hints.path("readOnlyHint").asBoolean(false),
            hints.path("destructiveHint").asBoolean(false),
            hints.path("idempotentHint").asBoolean(false));
    this.output = outputSchema.map(SchemaCheck::new);
  }

  private static Optional<ObjectNode> findObject(JsonNode json, String field) {
    return json.path(field) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
  }

  ToolFacts facts() {
    return facts;
  }

  /**
   * Calls the handler as the server would. The input is checked by who runs the workflow; the
   * server checks the output around its handlers, so that is done here.
   */
  ToolOutcome call(McpSyncServerExchange exchange, ObjectNode arguments) {
    var request = CallToolRequest.builder(facts.name()).arguments(SdkJson.map(arguments)).build();
    return Optional.ofNullable(specification.callHandler().apply(exchange, request))
        .map(result -> outcome(SdkJson.object(result)))
        .orElseGet(() -> ToolOutcome.failed("%s answered nothing".formatted(facts.name())));
  }

  private ToolOutcome outcome(ObjectNode result) {
    if (result.path("isError").asBoolean(false)) {
      return ToolOutcome.failed(message(result));
    }
    var structured = result.optional("structuredContent").filter(value -> !value.isNull());
    var violation = output.flatMap(check -> findViolation(check, structured));
    if (violation.isPresent()) {
      return ToolOutcome.failed(violation.get());
    }
    return structured.map(ToolOutcome::structured).orElseGet(() -> content(result));
  }

  private static ToolOutcome content(ObjectNode result) {
    return ToolOutcome.content(
        result.path("content") instanceof ArrayNode blocks
            ? blocks
            : JsonNodeFactory.instance.arrayNode());
  }

  /** What a failed tool says: all of its text, else its data. */
  private String message(ObjectNode result) {
    var text =
        result
            .path("content")
            .valueStream()
            .map(block -> block.path("text").asString(""))
            .filter(line -> !line.isBlank())
            .collect(Collectors.joining("\n"));
    if (!text.isEmpty()) {
      return text;
    }
    var data = result.path("structuredContent");
    return data.isMissingNode() || data.isNull()
        ? "%s failed and did not say why".formatted(facts.name())
        : data.toString();
  }

  private Optional<String> findViolation(SchemaCheck check, Optional<JsonNode> structured) {
    if (structured.isEmpty()) {
      return Optional.of(
          "%s has an output schema and answered without structured content"
              .formatted(facts.name()));
    }
    var problems = check.check(structured.get());
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the answer of %s does not fit its output schema: %s"
                .formatted(
                    facts.name(),
                    problems.stream()
                        .map(SchemaProblem::toString)
                        .collect(Collectors.joining("; "))));
  }
}
