package dev.baton.mcp.tool;

import dev.baton.internal.schema.OptionalNulls;
import dev.baton.internal.schema.RecordJson;
import dev.baton.internal.schema.SchemaCheck;
import dev.baton.internal.schema.SchemaProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.node.ObjectNode;

/** Turns the arguments of a call into what the handler takes. Thread safe. */
final class ToolInput<I> {
  private static final int MOST_REMEDIES = 5;

  private final String tool;
  private final ObjectNode schema;
  private final Class<I> type;
  private final List<Consumer<ObjectNode>> rules;
  private final SchemaCheck check;
  private final boolean plainText;

  ToolInput(ToolBuilder<I, ?> parts) {
    this.tool = parts.name;
    this.schema = parts.inputSchema;
    this.type = parts.in;
    this.rules = List.copyOf(parts.rules);
    this.check = new SchemaCheck(schema);
    this.plainText = parts.plainText;
  }

  /**
   * Reads the arguments; they are not changed.
   *
   * @throws ToolFailure {@code invalid_argument}, if they violate the schema or make no record; the
   *     code of a rule, if they break it
   */
  I read(ObjectNode arguments) {
    var cleaned = OptionalNulls.without(arguments, schema);
    rules.forEach(rule -> rule.accept(cleaned));
    var problems = check.check(cleaned);
    if (problems.isEmpty() && plainText) {
      problems = new PlainText(check).problems(cleaned);
    }
    if (!problems.isEmpty()) {
      throw invalid(problems);
    }
    return type.isInstance(cleaned) ? type.cast(cleaned) : decode(cleaned);
  }

  private I decode(ObjectNode arguments) {
    try {
      return RecordJson.decode(arguments, type);
    } catch (ValueInstantiationException e) {
      // why: a record that refuses its values names the reason; anything else is a bug of its own
      throw switch (e.getCause()) {
        case IllegalArgumentException cause -> undecodable(e, String.valueOf(cause.getMessage()));
        case RuntimeException cause -> cause;
        case null, default -> undecodable(e, "the value cannot be used");
      };
    } catch (JacksonException e) {
      // why: what Jackson says of it speaks of Java classes
      throw undecodable(e, "the value does not fit the field's type or range");
    }
  }

  private ToolFailure undecodable(JacksonException failure, String message) {
    var path = JsonPointer.empty();
    for (var step : failure.getPath()) {
      var name = step.getPropertyName();
      path = name == null ? path.appendIndex(step.getIndex()) : path.appendProperty(name);
    }
    return invalid(List.of(check.wrong(path.toString(), message)));
  }

  private ToolFailure invalid(List<SchemaProblem> problems) {
    var more = problems.size() > 1 ? " (and %d more)".formatted(problems.size() - 1) : "";
    var remedies =
        problems.stream()
            .map(SchemaProblem::remedy)
            .distinct()
            .limit(MOST_REMEDIES)
            .collect(Collectors.joining("; "));
    return new ToolFailure(
        FailureCode.INVALID_ARGUMENT,
        "Invalid arguments for %s: %s%s".formatted(tool, problems.getFirst(), more),
        "%s; then call %s again".formatted(capitalized(remedies), tool),
        Map.of("problems", problems.stream().map(SchemaProblem::toJson).toList()));
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Finds characters that a JSON text may hold, but no database and no argument of a program. */
  private record PlainText(SchemaCheck check) {
    /** A caller reads no more than this. */
    private static final int MOST_PROBLEMS = 20;

    List<SchemaProblem> problems(JsonNode value) {
      var problems = new ArrayList<SchemaProblem>();
      collect(value, JsonPointer.empty(), problems);
      return problems;
    }

    private void collect(JsonNode value, JsonPointer path, List<SchemaProblem> problems) {
      if (problems.size() == MOST_PROBLEMS) {
        return;
      }
      if (value.isString()) {
        defect(value.stringValue())
            .ifPresent(defect -> problems.add(check.wrong(path.toString(), defect)));
      } else if (value.isArray()) {
        for (int place = 0; place < value.size(); place++) {
          collect(value.path(place), path.appendIndex(place), problems);
        }
      } else {
        value.forEachEntry((name, field) -> collect(field, path.appendProperty(name), problems));
      }
    }

    private static Optional<String> defect(String text) {
      if (text.indexOf(0) >= 0) {
        return Optional.of("has the character NUL");
      }
      // why: code points of whole pairs are not in this range
      return text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF)
          ? Optional.of("has half of a surrogate pair, which is no character")
          : Optional.empty();
    }
  }
}
