package dev.baton.workflow.internal.record;

import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.Requirement.Condition;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that a step requires and that does not hold. Secrets are hidden in it.
 *
 * @param wanted what it is compared with
 * @param found the value that is there instead; empty if there is none
 */
public record UnmetRequirement(
    DataSource.StepOutput output, Condition condition, JsonNode wanted, Optional<JsonNode> found) {
  private static final int MOST_BYTES = 160;

  /** Such as {@code 'status.state' is "completed"}. */
  public String wish() {
    var value = shown(wanted);
    var text =
        switch (condition) {
          case EQUALS -> "is " + value;
          case NOT_EQUALS -> "is not " + value;
          case IN ->
              "is one of "
                  + wanted
                      .valueStream()
                      .map(UnmetRequirement::shown)
                      .collect(Collectors.joining(", "));
          case EXISTS -> wanted.asBoolean(true) ? "is there" : "is not there";
        };
    return "'%s' %s".formatted(output.shown(), text);
  }

  /** The wish, and what is there instead. */
  public String words() {
    var fact = found.map(value -> "it is " + shown(value)).orElse("it is not there");
    return "it requires that %s, but %s".formatted(wish(), fact);
  }

  private static String shown(JsonNode value) {
    return BoundedText.of(value.toString(), MOST_BYTES);
  }

  /** {@code {from_step, field?, wanted: {condition: value}, found}}. */
  ObjectNode toJson() {
    var json = RunJson.object().put("from_step", output.binding().value());
    output.field().ifPresent(field -> json.put("field", field.value()));
    json.putObject("wanted").set(condition.wireName(), wanted);
    json.set("found", found.orElseGet(RunJson::none));
    return json;
  }

  /** What {@link #toJson} wrote; empty if this version does not know it. */
  static Optional<UnmetRequirement> read(JsonNode json) {
    var binding = json.path("from_step").asString("");
    var wanted = json.path("wanted");
    if (binding.isBlank()) {
      return Optional.empty();
    }
    var source =
        new DataSource.StepOutput(
            new BindingName(binding), json.path("field").stringValueOpt().map(FieldPath::new));
    var found = Optional.of(json.path("found")).filter(value -> !value.isNull());
    return wanted.propertyNames().stream()
        .findFirst()
        .flatMap(
            key ->
                Condition.find(key)
                    .map(it -> new UnmetRequirement(source, it, wanted.path(key), found)));
  }
}
