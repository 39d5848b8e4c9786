package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schema of a record that a tool answers, wide enough for the envelope of a failure. */
final class OutputSchema {
  private static final Map<String, String> ENVELOPE_TYPES =
      Map.of(
          "code", "string",
          "message", "string",
          "retryable", "boolean",
          "hint", "string",
          "details", "object");

  private OutputSchema() {}

  // why: TypeScript clients check structured content against this schema even when isError is true.
  // So fields are required only of what is no envelope, and unknown fields are not forbidden. It is
  // said with if and else because Claude Code drops a tool with oneOf or anyOf at the root.
  static ObjectNode of(Class<?> type, List<String> problems) {
    var schema = RecordSchema.output(type, problems);
    Optional<JsonNode> required = Optional.ofNullable(schema.remove("required"));
    if (required.isPresent()) {
      schema.putObject("if").set("required", Json.strings(List.of("code", "retryable", "hint")));
      schema.putObject("else").set("required", required.get());
    }
    schema
        .path("properties")
        .forEachEntry((field, part) -> check(type, field, part).ifPresent(problems::add));
    return schema;
  }

  private static Optional<String> check(Class<?> type, String field, JsonNode schema) {
    return Optional.ofNullable(ENVELOPE_TYPES.get(field))
        .filter(wanted -> !admits(schema, wanted))
        .map(
            wanted ->
                "%s.%s: must be a plain %s, as in the envelope of a failure; give it another name"
                    .formatted(type.getSimpleName(), field, wanted));
  }

  private static boolean admits(JsonNode field, String wanted) {
    var bare = field.deepCopy().asObject().without("description");
    return bare.isEmpty()
        || bare.equals(Json.object().put("type", wanted))
        || bare.equals(RecordSchema.nullable(Json.object().put("type", wanted)));
  }
}
