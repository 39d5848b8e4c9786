package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.workflow.run.ArgumentProblem;
import dev.baton.workflow.run.PromptArguments;
import tools.jackson.databind.node.ObjectNode;

/** Asks a client's user for the arguments that a run cannot begin without. */
final class ArgumentQuestion {
  private static final String KEY = "arguments";

  private ArgumentQuestion() {}

  /**
   * What the user filled in, by the names of the arguments; empty if nothing is missing, or more is
   * wrong than that, or nobody can be asked or wants to answer.
   */
  static ObjectNode ask(PromptArguments arguments, RequestContext context) {
    var filled = Json.object();
    if (canBeAsked(arguments, context)) {
      var missing = arguments.missing();
      Question.of(KEY, arguments.workflow().name(), missing)
          .flatMap(question -> context.ask(question).accepted(KEY))
          .ifPresent(
              form ->
                  missing.stream()
                      .filter(input -> form.has(input.name()))
                      .forEach(input -> filled.set(input.name(), form.get(input.name()))));
    }
    return filled;
  }

  private static boolean canBeAsked(PromptArguments arguments, RequestContext context) {
    return !arguments.problems().isEmpty()
        && arguments.problems().stream()
            .allMatch(problem -> problem.kind() == ArgumentProblem.Kind.MISSING)
        && RequestRun.canAsk(context);
  }
}
