package dev.baton.workflow.internal.argument;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.RunJson;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hides the values of secret arguments wherever they appear in what is shown. Thread safe.
 *
 * <p>It is for values: in names and in the program's own words a short secret would be found by
 * accident, and the text would be lost.
 */
public final class Secrets {
  /** The secrets of a run that has none. */
  public static final Secrets NONE = new Secrets(Set.of(), List.of());

  public static final String SHOWN = "***";

  /** A text as long as this does not stand in a name or a sentence by accident. */
  private static final int NO_ACCIDENT = 8;

  private final Set<String> names;
  private final List<JsonNode> values;
  // why: the longest first, so that of a secret within another no rest is left
  private final List<String> texts;

  private Secrets(Set<String> names, List<JsonNode> values) {
    this.names = names;
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
    var names =
        workflow.arguments().stream()
            .filter(argument -> argument.secret() && arguments.has(argument.name().value()))
            .map(argument -> argument.name().value())
            .collect(Collectors.toSet());
    return new Secrets(names, names.stream().<JsonNode>map(arguments::get).toList());
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

  /** A value, or what somebody else says, such as a tool. */
  public String hide(String text) {
    return hide(text, 1);
  }

  /** A name, or words of the program, of which a value may be a part nevertheless. */
  public String hideInWords(String text) {
    return hide(text, NO_ACCIDENT);
  }

  private String hide(String text, int leastLength) {
    var hidden = text;
    for (var secret : texts) {
      if (secret.length() >= leastLength) {
        hidden = hidden.replace(secret, SHOWN);
      }
    }
    return hidden;
  }

  /** The arguments of the run, as they may stand in a text. */
  public ObjectNode shown(ObjectNode arguments) {
    if (values.isEmpty()) {
      return arguments;
    }
    var shown = RunJson.object();
    arguments.forEachEntry(
        (name, value) -> {
          if (names.contains(name)) {
            shown.put(name, SHOWN);
          } else {
            shown.set(name, hide(value));
          }
        });
    return shown;
  }

  /** The same object if nothing in it is secret; else a copy. */
  public ObjectNode hide(ObjectNode json) {
    if (values.isEmpty()) {
      return json;
    }
    var hidden = RunJson.object();
    json.forEachEntry((name, value) -> hidden.set(hideInWords(name), hide(value)));
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
