package dev.baton.mcp.request;

import dev.baton.mcp.protocol.Json;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One question to the client: a form for its user, a completion by its model, or its roots. */
public sealed interface InputRequest {
  /** Names the question within its call, so that its answer finds it. */
  String key();

  /** The protocol's method for it. */
  String method();

  ObjectNode params();

  /** The capabilities that a client must have declared to be asked. */
  ObjectNode requiredCapabilities();

  /** False for a client that did not declare that it can answer this. */
  default boolean isSupportedBy(Client client) {
    return requiredCapabilities().propertyNames().stream().allMatch(client::supports);
  }

  /** False for an answer that this question could not have; it is then asked again. */
  boolean isAnsweredBy(JsonNode answer);

  /** The question as it stands in {@code inputRequests}. */
  default ObjectNode toJson() {
    var json = Json.object().put("method", method());
    json.set("params", params());
    return json;
  }

  /** Asks the user to fill in a form. */
  record Elicit(String key, String message, ObjectNode requestedSchema) implements InputRequest {
    private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");

    @Override
    public String method() {
      return "elicitation/create";
    }

    @Override
    public ObjectNode params() {
      var params = Json.object().put("message", message);
      params.set("requestedSchema", requestedSchema);
      return params;
    }

    @Override
    public ObjectNode requiredCapabilities() {
      var required = Json.object();
      required.putObject("elicitation").putObject("form");
      return required;
    }

    @Override
    public boolean isSupportedBy(Client client) {
      // why: a client that names no mode has forms; one that names modes has only those
      var modes = client.capabilities().path("elicitation");
      return modes.isObject() && (modes.isEmpty() || modes.has("form"));
    }

    @Override
    public boolean isAnsweredBy(JsonNode answer) {
      var action = answer.path("action").asString("");
      return ACTIONS.contains(action)
          && (!action.equals("accept") || isFilledIn(requestedSchema, answer.path("content")));
    }

    // why so little: forms are flat, and their fields have simple types
    private static boolean isFilledIn(JsonNode schema, JsonNode content) {
      return content.isObject()
          && schema.path("required").valueStream().allMatch(name -> content.has(name.asString("")))
          && schema
              .path("properties")
              .propertyStream()
              .allMatch(field -> fits(field.getValue(), content.path(field.getKey())));
    }

    private static boolean fits(JsonNode field, JsonNode value) {
      if (value.isMissingNode()) {
        return true;
      }
      return hasType(field.path("type").asString(""), value)
          && isAllowed(field.path("enum"), value)
          && value
              .valueStream()
              .allMatch(item -> isAllowed(field.path("items").path("enum"), item));
    }

    private static boolean hasType(String type, JsonNode value) {
      return switch (type) {
        case "string" -> value.isString();
        case "boolean" -> value.isBoolean();
        case "integer" ->
            value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
        case "number" -> value.isNumber();
        case "array" -> value.isArray();
        default -> true;
      };
    }

    private static boolean isAllowed(JsonNode values, JsonNode value) {
      return values.isMissingNode() || values.valueStream().anyMatch(value::equals);
    }
  }

  /** Asks the client's model for a completion; {@code params} as the protocol has them. */
  record Sample(String key, ObjectNode params) implements InputRequest {
    @Override
    public String method() {
      return "sampling/createMessage";
    }

    @Override
    public ObjectNode requiredCapabilities() {
      var required = Json.object();
      required.putObject("sampling");
      return required;
    }

    @Override
    public boolean isAnsweredBy(JsonNode answer) {
      return answer.path("role").isString() && answer.has("content");
    }
  }

  /** Asks which folders the client works in. */
  record Roots(String key) implements InputRequest {
    @Override
    public String method() {
      return "roots/list";
    }

    @Override
    public ObjectNode params() {
      return Json.object();
    }

    @Override
    public ObjectNode requiredCapabilities() {
      var required = Json.object();
      required.putObject("roots");
      return required;
    }

    @Override
    public boolean isAnsweredBy(JsonNode answer) {
      return answer.path("roots").isArray();
    }
  }
}
