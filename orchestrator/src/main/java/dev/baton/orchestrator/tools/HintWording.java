package dev.baton.orchestrator.tools;

import dev.baton.task.TaskOwner;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hints in which every tool is one that their reader has; what it has not is named as the user's
 * verb. Thread safe.
 */
final class HintWording {
  // why not in quotes: there it is what somebody called something
  private static final Pattern NAME = Pattern.compile("(?<!')\\b[a-z]+(_[a-z]+)+\\b(?!')");

  private final Map<String, Operation> operations;

  private HintWording(List<Operation> operations) {
    this.operations =
        operations.stream()
            .collect(Collectors.toUnmodifiableMap(Operation::name, Function.identity()));
  }

  /** These operations, with hints for those who are offered no others. */
  static List<Operation> in(List<Operation> operations) {
    var wording = new HintWording(operations);
    return operations.stream().map(operation -> operation.withHints(wording::worded)).toList();
  }

  private String worded(String hint, TaskOwner caller) {
    var worded = NAME.matcher(hint).replaceAll(match -> way(match.group(), caller));
    return worded.equals(hint)
        ? hint
        : worded + "; you have no tool for what begins with 'baton': ask the user to run it";
  }

  /** The word itself, unless it is a tool that the caller does not have. */
  private String way(String word, TaskOwner caller) {
    var operation = operations.get(word);
    return operation == null || operation.isOfferedTo(caller)
        ? word
        : "'baton %s'".formatted(String.join(" ", operation.verb()));
  }
}
