package dev.baton.mcp.request;

import tools.jackson.databind.JsonNode;

/** Checks a form that a user has filled in: forms are flat, and their fields have simple types. */
final class Form {
  private Form() {}

  static boolean isFilledIn(JsonNode schema, JsonNode content) {
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
        && value.valueStream().allMatch(item -> isAllowed(field.path("items").path("enum"), item));
  }

  private static boolean hasType(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isString();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
      case "number" -> value.isNumber();
      case "array" -> value.isArray();
      default -> true;
    };
  }

  private static boolean isAllowed(JsonNode values, JsonNode value) {
    return values.isMissingNode() || values.valueStream().anyMatch(value::equals);
  }
}
