package dev.baton.orchestrator.agent;

import dev.baton.mcp.protocol.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A JSON value from an agent; what is missing or of an unexpected type reads as empty. */
public record JsonEvent(JsonNode json) {
  /** The JSON object on this line, if it holds one and nothing else. */
  public static Optional<JsonEvent> parse(String line) {
    if (!line.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new JsonEvent(Json.MAPPER.readTree(line)));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  public JsonEvent at(String name) {
    return new JsonEvent(json.path(name));
  }

  /** The text of a field; empty if there is none. */
  public String text(String name) {
    return json.path(name).isString() ? json.path(name).stringValue() : "";
  }

  /** The text of a field, unless it is missing or blank. */
  public Optional<String> find(String name) {
    return Optional.of(text(name)).filter(text -> !text.isBlank());
  }

  public long number(String name) {
    return json.path(name).asLong(0);
  }

  /** A number, which may be written as text; empty if the field is not a number. */
  public Optional<BigDecimal> decimal(String name) {
    var value = json.path(name);
    try {
      return value.isNumber()
          ? Optional.of(value.decimalValue())
          : value.asStringOpt().map(BigDecimal::new);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** True if the field is there and true. */
  public boolean is(String name) {
    return json.path(name).asBoolean(false);
  }

  /** True if the field is there and not null. */
  public boolean has(String name) {
    return json.hasNonNull(name);
  }

  /** The value of a field, unless it is missing or null. */
  public Optional<JsonNode> value(String name) {
    return Optional.of(json.path(name)).filter(node -> !node.isMissingNode() && !node.isNull());
  }

  /** The elements of an array; none if the field is no array. */
  public List<JsonEvent> list(String name) {
    return json.path(name).isArray() ? elements(json.path(name)) : List.of();
  }

  /** The names of the fields of an object. */
  public Stream<String> names() {
    return json.propertyNames().stream();
  }

  /**
   * The text that a field holds in one of the common forms: a string, a list of blocks with texts,
   * or any other JSON, which is given as it is.
   */
  public String words(String name) {
    return value(name).map(JsonEvent::words).orElse("");
  }

  private static String words(JsonNode node) {
    if (node.isString()) {
      return node.stringValue();
    }
    if (!node.isArray() || node.isEmpty()) {
      return node.toString();
    }
    var texts = elements(node).stream().map(JsonEvent::blockText).toList();
    return texts.stream().allMatch(Optional::isPresent)
        ? String.join("\n", texts.stream().flatMap(Optional::stream).toList())
        : node.toString();
  }

  private static Optional<String> blockText(JsonEvent block) {
    var inner = block.has("text") ? block : block.at("content");
    return inner.json().path("text").isString()
        ? Optional.of(inner.text("text"))
        : Optional.empty();
  }

  private static List<JsonEvent> elements(JsonNode array) {
    return array.valueStream().map(JsonEvent::new).toList();
  }
}
