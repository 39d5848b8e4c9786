package dev.baton.workflow;

import java.util.List;
import java.util.stream.Collectors;

/** Workflows that cannot be served; the message lists every problem. */
public final class InvalidWorkflowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  // why transient: exceptions are serializable, problems need not be
  private final transient List<WorkflowProblem> problems;

  public InvalidWorkflowException(List<WorkflowProblem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  /** All of them, in the order of the definition. */
  public List<WorkflowProblem> problems() {
    return problems;
  }

  private static String message(List<WorkflowProblem> problems) {
    return problems.stream()
        .map(problem -> "  workflow '%s': %s".formatted(problem.workflow(), problem))
        .collect(
            Collectors.joining(
                "\n",
                problems.size() == 1 ? "1 problem:\n" : "%d problems:\n".formatted(problems.size()),
                ""));
  }
}
