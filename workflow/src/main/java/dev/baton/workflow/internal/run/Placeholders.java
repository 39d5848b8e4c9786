package dev.baton.workflow.internal.run;

import dev.baton.internal.schema.SchemaProblem;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.BoundedText;
import dev.baton.workflow.internal.record.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the words that stand in a call for values that it lacks, or that its tool refuses. */
final class Placeholders {
  private static final int MOST_BYTES = 160;
  private static final String UNKNOWN = "unknown field";

  private final ToolFacts tool;
  private final Secrets secrets;

  Placeholders(ToolFacts tool, Secrets secrets) {
    this.tool = tool;
    this.secrets = secrets;
  }

  /**
   * Puts them into the arguments as they are shown, so that nobody makes a call that cannot succeed
   * as it is written.
   */
  void put(StepArguments arguments, List<SchemaProblem> problems) {
    var gaps = arguments.gaps().stream().map(StepArguments.Gap::argument).toList();
    var others =
        problems.stream()
            .filter(problem -> !gaps.contains(argument(problem)))
            .sorted(Comparator.comparingInt(this::rank))
            .toList();
    if (!others.isEmpty()) {
      var shown = arguments.shown().deepCopy();
      others.forEach(problem -> put(shown, JsonPointer.compile(problem.path()), problem));
      arguments.show(shown);
    }
  }

  /** Puts them in place of values with which the tool would fail again. */
  static void askForOthers(StepArguments arguments, Set<String> choosable, Secrets secrets) {
    for (var name : List.copyOf(arguments.values().propertyNames())) {
      if (choosable.contains(name)) {
        arguments.placeholder(name, otherThan(arguments.values().path(name), secrets));
      }
    }
  }

  static String otherThan(JsonNode value, Secrets secrets) {
    return "<other than %s>".formatted(BoundedText.of(secrets.hide(value).toString(), MOST_BYTES));
  }

  /** The tool's own order of what it requires, before all else. */
  private int rank(SchemaProblem problem) {
    var required = tool.inputSchema().path("required");
    for (var i = 0; i < required.size(); i++) {
      if (required.path(i).asString("").equals(argument(problem))) {
        return i;
      }
    }
    return required.size();
  }

  private static String argument(SchemaProblem problem) {
    var place = JsonPointer.compile(problem.path());
    return place.matches() ? "" : place.getMatchingProperty();
  }

  private void put(ObjectNode shown, JsonPointer place, SchemaProblem problem) {
    if (place.matches()) {
      // why: what is wrong with the whole is no value's fault, and the reason of the pause says it
      return;
    }
    var value = shown.at(place);
    if (problem.message().equals(Preflight.MISSING)) {
      if (value.isMissingNode()) {
        set(shown, place, missing(place));
      }
    } else if (problem.message().equals(UNKNOWN)
        && shown.at(place.head()) instanceof ObjectNode in) {
      in.remove(place.last().getMatchingProperty());
    } else if (!value.isMissingNode()) {
      set(shown, place, refused(value, problem.message()));
    }
  }

  private String missing(JsonPointer place) {
    var description =
        place.tail().matches()
            ? Sentence.withoutStop(Preflight.description(tool, place.getMatchingProperty()))
            : "";
    return description.isEmpty()
        ? "<for you to choose>"
        : "<for you to choose: %s>".formatted(description);
  }

  private String refused(JsonNode value, String why) {
    return "<for you to correct: %s %s>"
        .formatted(
            BoundedText.of(secrets.hide(value).toString(), MOST_BYTES),
            Sentence.withoutStop(secrets.hideInWords(why)));
  }

  private static void set(ObjectNode shown, JsonPointer place, String text) {
    var parent = shown.at(place.head());
    var last = place.last();
    if (parent instanceof ObjectNode object) {
      object.put(last.getMatchingProperty(), text);
    } else if (parent instanceof ArrayNode array && last.mayMatchElement()) {
      array.set(last.getMatchingIndex(), array.stringNode(text));
    }
  }
}
