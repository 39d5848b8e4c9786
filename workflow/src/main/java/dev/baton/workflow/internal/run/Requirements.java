package dev.baton.workflow.internal.run;

import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.BoundedText;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.internal.record.UnmetRequirement;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.Requirement.Condition;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Decides if what a step requires of earlier ones holds. Used by one thread at a time. */
final class Requirements {
  private static final int MOST_FOUND_BYTES = 1024;

  private final RunData data;
  private final ArgumentTemplates templates;
  private final Secrets secrets;

  Requirements(RunData data, ArgumentTemplates templates, Secrets secrets) {
    this.data = data;
    this.templates = templates;
    this.secrets = secrets;
  }

  /** Those of a step that do not hold now, in their order. */
  List<UnmetRequirement> unmet(WorkflowStep step) {
    return unmet(step, requirement -> true);
  }

  /** Those of them because of which the run pauses; the others only skip the step. */
  List<UnmetRequirement> pausing(WorkflowStep step) {
    return unmet(step, requirement -> !requirement.skips());
  }

  private List<UnmetRequirement> unmet(WorkflowStep step, Predicate<Requirement> which) {
    return step.requirements().stream()
        .filter(which)
        .flatMap(requirement -> unmet(requirement).stream())
        .toList();
  }

  private Optional<UnmetRequirement> unmet(Requirement requirement) {
    var wanted = templates.constant(requirement.wanted()).orElseGet(RunJson::none);
    var source = requirement.output();
    var output = data.output(source.binding());
    var value =
        source.field().isEmpty()
            ? output
            : output.flatMap(json -> FieldLookup.find(json, source.field().get()).value());
    // why: a field of what is not there says nothing, not even that it is missing
    var isKnown = output.isPresent() || source.field().isEmpty();
    return isKnown && holds(requirement.condition(), wanted, value)
        ? Optional.empty()
        : Optional.of(
            new UnmetRequirement(
                source,
                requirement.condition(),
                secrets.hide(wanted),
                value.map(secrets::hide).map(Requirements::bounded)));
  }

  private static boolean holds(Condition condition, JsonNode wanted, Optional<JsonNode> value) {
    if (condition == Condition.EXISTS) {
      return value.filter(it -> !it.isNull()).isPresent() == wanted.asBoolean(true);
    }
    return value
        .filter(
            it ->
                switch (condition) {
                  case EQUALS, EXISTS -> RunJson.isSame(wanted, it);
                  case NOT_EQUALS -> !RunJson.isSame(wanted, it);
                  case IN -> wanted.valueStream().anyMatch(one -> RunJson.isSame(one, it));
                })
        .isPresent();
  }

  private static JsonNode bounded(JsonNode value) {
    var text = value.toString();
    return text.length() <= MOST_FOUND_BYTES
        ? value
        : RunJson.text(BoundedText.of(text, MOST_FOUND_BYTES));
  }
}
