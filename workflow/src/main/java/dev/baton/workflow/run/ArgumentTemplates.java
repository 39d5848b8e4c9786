package dev.baton.workflow.run;

import dev.baton.workflow.TextTemplate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

  /**
   * The constant itself if it has no template in it. Text that is nothing but an argument that was
   * not given is left out, and so empty if it is all there is.
   */
  public Optional<JsonNode> constant(JsonNode value) {
    if (!hasBrace(value)) {
      return Optional.of(value);
    }
    if (value instanceof ObjectNode object) {
      var filled = RunJson.object();
      object.forEachEntry(
          (name, item) -> constant(item).ifPresent(known -> filled.set(name, known)));
      return Optional.of(filled);
    }
    if (value instanceof ArrayNode array) {
      var filled = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> constant(item).ifPresent(filled::add));
      return Optional.of(filled);
    }
    var template = new TextTemplate(value.asString());
    return isNotGiven(template)
        ? Optional.empty()
        : Optional.of(JsonNodeFactory.instance.stringNode(text(template)));
  }

  private boolean isNotGiven(TextTemplate template) {
    return template.variables().stream()
        .anyMatch(name -> template.source().equals("{%s}".formatted(name)) && !arguments.has(name));
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
    // why: a reader shall know a secret that is hidden also in a URI
    return value.equals(Secrets.SHOWN) ? value : encoded(value);
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
