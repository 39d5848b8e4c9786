package dev.baton.mcp.tool;

import dev.baton.internal.schema.RecordJson;
import dev.baton.internal.schema.SchemaProblem;
import dev.baton.mcp.internal.text.ShortText;
import dev.baton.mcp.protocol.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** An expected failure of a tool; it tells the caller the next step, and has no stack trace. */
public class ToolFailure extends RuntimeException {
  private final FailureCode code;
  private final String message;
  private final String hint;
  private final transient Map<String, ?> details;

  public ToolFailure(FailureCode code, String message, String hint) {
    this(code, message, hint, Map.of());
  }

  /**
   * A failure with values that a program can read.
   *
   * @param hint the next tool and field; "repeat the call" in it becomes the name of the tool that
   *     was called
   * @param details anything that can be written as JSON, in this order
   */
  public ToolFailure(FailureCode code, String message, String hint, Map<String, ?> details) {
    super(ShortText.of(message), null, false, false);
    this.code = code;
    this.message = ShortText.of(message);
    this.hint = ShortText.of(hint);
    this.details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** A failure that somebody else told, from its envelope. */
  public static ToolFailure read(JsonNode envelope) {
    var details = new LinkedHashMap<String, JsonNode>();
    envelope.path("details").forEachEntry(details::put);
    return new ToolFailure(
        new FailureCode(
            envelope.path("code").asString(FailureCode.INTERNAL.wireName()),
            envelope.path("retryable").asBoolean(false)),
        envelope.path("message").asString(""),
        envelope.path("hint").asString(""),
        details);
  }

  /** Something that the caller named is not there. */
  public static ToolFailure notFound(String message, String hint) {
    return new ToolFailure(FailureCode.NOT_FOUND, message, hint);
  }

  /** The caller asked for something that cannot be. */
  public static ToolFailure invalid(String message, String hint) {
    return new ToolFailure(FailureCode.INVALID_ARGUMENT, message, hint);
  }

  /**
   * An argument that breaks a rule which no schema says.
   *
   * @param path JSON pointer to the argument
   */
  public static ToolFailure invalid(String path, String message, String hint) {
    return new ToolFailure(FailureCode.INVALID_ARGUMENT, message, hint, at(path, message));
  }

  /** Where arguments are wrong, as the details of a failure. */
  public static Map<String, ?> at(String path, String message) {
    return Map.of("problems", List.of(new SchemaProblem(path, message, "").toJson()));
  }

  /**
   * The same failure, with the argument that is its reason.
   *
   * @param path JSON pointer to the argument
   */
  public ToolFailure at(String path) {
    return code.equals(FailureCode.INVALID_ARGUMENT) && details.isEmpty()
        ? new ToolFailure(code, message, hint, at(path, message))
        : this;
  }

  /** The same failure, whose hint names the tool that was called and is in these words. */
  ToolFailure of(String tool, UnaryOperator<String> wording) {
    var named =
        hint.replace("Repeat the call", "Call %s again".formatted(tool))
            .replace("repeat the call", "call %s again".formatted(tool));
    return new ToolFailure(code, message, wording.apply(named), details);
  }

  public FailureCode code() {
    return code;
  }

  public String hint() {
    return hint;
  }

  public Map<String, ?> details() {
    return details;
  }

  public boolean retryable() {
    return code.retryable();
  }

  /** The envelope of every failure. */
  public ObjectNode toJson() {
    var json =
        Json.object()
            .put("code", code.wireName())
            .put("message", message)
            .put("retryable", retryable())
            .put("hint", hint);
    if (!details.isEmpty()) {
      json.set("details", shortened(RecordJson.encode(details)));
    }
    return json;
  }

  private static JsonNode shortened(JsonNode value) {
    return switch (value) {
      case StringNode text -> StringNode.valueOf(ShortText.of(text.stringValue()));
      case ArrayNode array -> {
        var items = Json.array();
        array.forEach(item -> items.add(shortened(item)));
        yield items;
      }
      case ObjectNode object -> {
        var fields = Json.object();
        object.forEachEntry((name, field) -> fields.set(name, shortened(field)));
        yield fields;
      }
      default -> value;
    };
  }
}
