package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schemas of the answers of tools, wide enough for the envelope of a failure. */
public final class OutputSchema {
  private static final Map<String, String> ENVELOPE_TYPES =
      Map.of(
          "code", "string",
          "message", "string",
          "retryable", "boolean",
          "hint", "string",
          "details", "object");

  private OutputSchema() {}

  static ObjectNode of(Class<?> type, List<String> problems) {
    var schema = orFailure(RecordSchema.output(type, problems));
    shorten(schema);
    schema
        .path("properties")
        .forEachEntry((field, part) -> check(type, field, part).ifPresent(problems::add));
    return schema;
  }

  /**
   * The schema of an answer, or of the envelope of a failure.
   *
   * @param schema of the answer; it is not changed
   */
  // why: clients in TypeScript check structured content against this schema even when isError is
  // true. A failure has none of the fields of an answer, so that none is required, and unknown
  // fields are not forbidden. To say it with if and else would cost a model a sixth of all schemas.
  public static ObjectNode orFailure(ObjectNode schema) {
    return schema.deepCopy().without("required").asObject();
  }

  /** Leaves out that records in the answer have all their fields, which costs a model much. */
  private static void shorten(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.path("properties").isObject()) {
      object.remove("required");
      object.path("properties").forEachEntry((_, part) -> shorten(part));
    }
    if (schema.isObject()) {
      shorten(schema.path("items"));
      schema.path("anyOf").forEach(OutputSchema::shorten);
    }
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
