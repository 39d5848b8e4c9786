package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schemas of what tools answer, wide enough for the envelope of a failure. */
public final class OutputSchema {
  // why in words: the fields are the same for all tools, and a model pays for every repetition
  private static final String FAILURE = "Failure, with message";

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
    schema
        .path("properties")
        .forEachEntry((field, part) -> check(type, field, part).ifPresent(problems::add));
    return schema;
  }

  /**
   * The schema of an answer, or of the envelope of a failure.
   *
   * @param schema of the answer, with neither if nor else; it is not changed
   */
  // why: TypeScript clients check structured content against this schema even when isError is true.
  // So fields are required only of what is no envelope, and unknown fields are not forbidden. It is
  // said with if and else because Claude Code drops a tool with oneOf or anyOf at the root.
  public static ObjectNode orFailure(ObjectNode schema) {
    var wide = schema.deepCopy();
    Optional<JsonNode> required = Optional.ofNullable(wide.remove("required"));
    if (required.isPresent()) {
      wide.putObject("if").set("required", Json.strings(List.of("code", "retryable", "hint")));
      wide.putObject("then").put("description", FAILURE);
      wide.putObject("else").set("required", required.get());
    }
    return wide;
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
