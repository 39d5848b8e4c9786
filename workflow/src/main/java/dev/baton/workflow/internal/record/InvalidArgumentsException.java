package dev.baton.workflow.internal.record;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a run do not fit its workflow; every problem is named. */
public final class InvalidArgumentsException extends IllegalArgumentException {
  private final transient List<ArgumentProblem> problems;

  public InvalidArgumentsException(String what, List<ArgumentProblem> problems) {
    super(
        problems.stream()
            .map(ArgumentProblem::message)
            .collect(Collectors.joining("; ", what + ": ", "")));
    this.problems = List.copyOf(problems);
  }

  /** The problems as data: {@code {problems: [{argument, problem, message}]}}. */
  public ObjectNode toJson() {
    var json = RunJson.object();
    var array = json.putArray("problems");
    problems.forEach(problem -> array.add(problem.toJson()));
    return json;
  }
}
