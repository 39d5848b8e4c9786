package dev.baton.workflow.internal.argument;

import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.reference.TextTemplate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills templates with a run's arguments, and with what is known beside them, such as outputs; what
 * was not given leaves nothing. As thread safe as what it looks values up in.
 */
public final class ArgumentTemplates {
  private final ObjectNode arguments;
  private final Function<String, Optional<JsonNode>> others;

  /**
   * Templates of a run.
   *
   * @param others the values of variables that are no arguments
   */
  public ArgumentTemplates(ObjectNode arguments, Function<String, Optional<JsonNode>> others) {
    this.arguments = arguments;
    this.others = others;
  }

  private Optional<JsonNode> find(String name) {
    var argument = Optional.ofNullable(arguments.get(name));
    // why: null says that there is nothing, so nothing is what a text has in its place
    return argument.isPresent() ? argument : others.apply(name).filter(value -> !value.isNull());
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
        .anyMatch(name -> template.source().equals("{%s}".formatted(name)) && find(name).isEmpty());
  }

  private static boolean hasBrace(JsonNode value) {
    return value.isContainer()
        ? value.valueStream().anyMatch(ArgumentTemplates::hasBrace)
        : value.isString() && value.asString().indexOf('{') >= 0;
  }

  private String fill(TextTemplate template, UnaryOperator<String> encoding) {
    return template.source().indexOf('{') < 0
        ? template.source()
        : template.fill(name -> find(name).map(it -> encoding.apply(text(it))).orElse(""));
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
