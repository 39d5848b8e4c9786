package dev.baton.workflow.run;

import dev.baton.workflow.TextTemplate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Fills templates with a run's arguments; one that was not given leaves nothing. Thread safe. */
public final class ArgumentTemplates {
  private final ObjectNode arguments;

  public ArgumentTemplates(ObjectNode arguments) {
    this.arguments = arguments;
  }

  public String text(TextTemplate template) {
    return fill(template, UnaryOperator.identity());
  }

  public String uri(String template) {
    return fill(new TextTemplate(template), ArgumentTemplates::encode);
  }

  /** A value as text: a string as it is, anything else as JSON. */
  public static String text(JsonNode value) {
    return value.isString() ? value.asString() : value.toString();
  }

  /** The constant itself if it has no template in it. */
  JsonNode constant(JsonNode value) {
    if (!hasBrace(value)) {
      return value;
    }
    if (value instanceof ObjectNode object) {
      var filled = RunJson.object();
      object.forEachEntry((name, item) -> filled.set(name, constant(item)));
      return filled;
    }
    if (value instanceof ArrayNode array) {
      var filled = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> filled.add(constant(item)));
      return filled;
    }
    return JsonNodeFactory.instance.stringNode(text(new TextTemplate(value.asString())));
  }

  private static boolean hasBrace(JsonNode value) {
    return value.isContainer()
        ? value.valueStream().anyMatch(ArgumentTemplates::hasBrace)
        : value.isString() && value.asString().indexOf('{') >= 0;
  }

  private String fill(TextTemplate template, UnaryOperator<String> encoding) {
    return template.source().indexOf('{') < 0
        ? template.source()
        : template.fill(
            name -> {
              var value = arguments.get(name);
              return value == null ? "" : encoding.apply(text(value));
            });
  }

  /** With every character escaped that has a meaning in a URI. */
  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
