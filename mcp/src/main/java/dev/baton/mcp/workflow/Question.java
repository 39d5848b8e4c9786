package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.argument.PromptArguments;
import dev.baton.workflow.internal.record.ArgumentProblem;
import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A form in which the client's user can fill in what a run lacks. */
final class Question {
  private static final String ARGUMENTS = "arguments";

  /** The kinds of fields that a form can have. */
  private static final Set<String> SIMPLE = Set.of("string", "integer", "number", "boolean");

  /** What a form may say about a field. */
  private static final List<String> KEYWORDS =
      List.of(
          "type",
          "title",
          "description",
          "enum",
          "default",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "format");

  private Question() {}

  /**
   * The form; empty if nothing is missing, or some of it is no simple value, or secret: forms must
   * not ask for secrets.
   */
  static Optional<InputRequest> of(String key, String workflow, List<MissingInput> missing) {
    if (missing.isEmpty() || !missing.stream().allMatch(Question::canBeAsked)) {
      return Optional.empty();
    }
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    var required = schema.putArray("required");
    for (var input : missing) {
      properties.set(input.name(), field(input));
      required.add(input.name());
    }
    return Optional.of(new InputRequest.Elicit(key, message(workflow, missing), schema));
  }

  /**
   * Asks for the arguments that a run cannot begin without.
   *
   * @return what the user filled in, by the names of the arguments; empty if nothing is missing, or
   *     more is wrong than that, or nobody can be asked or wants to answer
   */
  static ObjectNode askFor(PromptArguments arguments, RequestContext context) {
    var isOnlyMissing =
        arguments.problems().stream()
            .allMatch(problem -> problem.kind() == ArgumentProblem.Kind.MISSING);
    if (arguments.problems().isEmpty() || !isOnlyMissing || !RunRounds.canAsk(context)) {
      return Json.object();
    }
    var names = arguments.missing().stream().map(MissingInput::name).toList();
    return of(ARGUMENTS, arguments.workflow().name(), arguments.missing())
        .flatMap(question -> context.ask(question).accepted(ARGUMENTS))
        .map(form -> form.deepCopy().retain(names))
        .orElseGet(Json::object);
  }

  private static boolean canBeAsked(MissingInput input) {
    return SIMPLE.contains(input.type()) && !input.secret();
  }

  private static ObjectNode field(MissingInput input) {
    var field = Json.object();
    KEYWORDS.stream()
        .filter(input.schema()::has)
        .forEach(keyword -> field.set(keyword, input.schema().get(keyword)));
    field.put("type", input.type());
    if (!input.description().isBlank()) {
      field.put("description", input.description());
    }
    return field;
  }

  private static String message(String workflow, List<MissingInput> missing) {
    var names = missing.stream().map(MissingInput::name).collect(Collectors.joining(", "));
    var step = missing.getFirst().step().map(StepName::value);
    return step.map(name -> "Step '%s' of workflow '%s' needs: %s".formatted(name, workflow, names))
        .orElseGet(() -> "Workflow '%s' needs: %s".formatted(workflow, names));
  }
}
