package dev.baton.workflow.yaml;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.core.JsonPointer;

/** The problems of one file, and on which line each of its places is. Not thread safe. */
final class Findings {
  private static final Comparator<WorkflowProblem> BY_LINE =
      Comparator.comparingInt(problem -> problem.line().orElse(1));

  private final List<WorkflowProblem> problems = new ArrayList<>();
  private final Map<JsonPointer, Integer> lines = new HashMap<>();
  private String workflow;

  Findings(String workflow) {
    this.workflow = workflow;
  }

  /** Says which workflow the problems are about, once that is known. */
  void nameWorkflow(String name) {
    workflow = name;
  }

  /** Remembers where a place is, for problems that are found later. */
  void note(Place place, YamlNode node) {
    lines.putIfAbsent(place.pointer(), node.line());
  }

  /** The same for a place that has moved, because something before it could not be read. */
  void noteAgain(Place place, YamlNode node) {
    lines.put(place.pointer(), node.line());
  }

  void add(Kind kind, Place place, YamlNode node, String found, String expected) {
    add(kind, place, node, found, expected, List.of());
  }

  void add(
      Kind kind,
      Place place,
      YamlNode node,
      String found,
      String expected,
      List<String> available) {
    problems.add(
        new WorkflowProblem(
            kind,
            workflow,
            place.step(),
            place.pointer(),
            found,
            expected,
            available,
            OptionalInt.of(node.line())));
  }

  /** A key that a mapping has more than once. */
  void addRepeatedKey(Place place, YamlNode.Entry entry) {
    var found = "duplicate key " + YamlNode.quoted(entry.name());
    add(Kind.DUPLICATE_KEY, place, entry.key(), found, "each key once");
  }

  /** A problem of the file as a whole. */
  void add(Kind kind, int line, String found, String expected) {
    problems.add(
        new WorkflowProblem(
            kind,
            workflow,
            Place.root().step(),
            Place.root().pointer(),
            found,
            expected,
            List.of(),
            OptionalInt.of(line)));
  }

  /** These problems and those of the model, with their lines, in the order of the file. */
  List<WorkflowProblem> with(List<WorkflowProblem> ofModel) {
    var all = new ArrayList<>(problems);
    ofModel.stream()
        .filter(problem -> !isConsequence(problem))
        .forEach(problem -> all.add(problem.atLine(line(problem.place()))));
    return all.stream().sorted(BY_LINE).toList();
  }

  /** If something seems to be missing only because what is there could not be read. */
  private boolean isConsequence(WorkflowProblem problem) {
    return (problem.kind() == Kind.NO_STEPS
            || problem.kind() == Kind.EMPTY_STEP
            || problem.kind() == Kind.UNKNOWN_TOOL)
        && problems.stream().anyMatch(it -> (it.place() + "/").startsWith(problem.place() + "/"));
  }

  /** The line of the place, or else of the nearest thing around it. */
  private int line(JsonPointer place) {
    for (var at = place; !at.matches(); at = at.head()) {
      var line = lines.get(at);
      if (line != null) {
        return line;
      }
    }
    return lines.getOrDefault(JsonPointer.empty(), 1);
  }
}
