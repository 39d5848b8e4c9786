package dev.baton.workflow.run;

import dev.baton.workflow.SequentialWorkflow;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Hides the values of secret arguments wherever they appear in what is shown. Thread safe. */
public final class Secrets {
  static final String SHOWN = "***";

  private final List<JsonNode> values;
  // why: the longest first, so that of a secret within another no rest is left
  private final List<String> texts;

  private Secrets(List<JsonNode> values) {
    this.values = values;
    this.texts =
        values.stream()
            .filter(value -> !value.isBoolean())
            .map(ArgumentTemplates::text)
            .flatMap(text -> forms(text).stream())
            .filter(text -> !text.isEmpty())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  public static Secrets of(SequentialWorkflow workflow, ObjectNode arguments) {
    return new Secrets(
        workflow.arguments().stream()
            .filter(argument -> argument.secret() && arguments.has(argument.name().value()))
            .map(argument -> arguments.get(argument.name().value()))
            .toList());
  }

  /** The text as it is, as it is in JSON, and as it is in a URI. */
  private static Set<String> forms(String text) {
    var json = JsonNodeFactory.instance.stringNode(text).toString();
    var forms = new LinkedHashSet<String>();
    forms.add(text);
    forms.add(json.substring(1, json.length() - 1));
    forms.add(ArgumentTemplates.encode(text));
    return forms;
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public String hide(String text) {
    var hidden = text;
    for (var secret : texts) {
      hidden = hidden.replace(secret, SHOWN);
    }
    return hidden;
  }

  /** The same object if nothing in it is secret; else a copy. */
  public ObjectNode hide(ObjectNode json) {
    if (values.isEmpty()) {
      return json;
    }
    var hidden = RunJson.object();
    json.forEachEntry((name, value) -> hidden.set(hide(name), hide(value)));
    return hidden;
  }

  /** The same value if nothing in it is secret; else a copy. */
  public JsonNode hide(JsonNode json) {
    if (values.isEmpty()) {
      return json;
    }
    if (json instanceof ObjectNode object) {
      return hide(object);
    }
    if (json instanceof ArrayNode array) {
      var hidden = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> hidden.add(hide(item)));
      return hidden;
    }
    if (json.isString()) {
      return JsonNodeFactory.instance.stringNode(hide(json.asString()));
    }
    return json.isNumber() && texts.contains(json.toString())
        ? JsonNodeFactory.instance.stringNode(SHOWN)
        : json;
  }
}
