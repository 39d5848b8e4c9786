package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Turns what models are told into the words of the command line. */
final class CommandLineWording {
  // why not in quotes: there it is what somebody typed
  private static final Pattern SNAKE_CASE = Pattern.compile("(?<!')\\b[a-z]+(_[a-z]+)+\\b(?!')");

  /** A place beside another task, as JSON. */
  private static final Pattern BESIDE = Pattern.compile("\\{(before|after): task_id}");

  private static final Pattern SWITCHED_ON = Pattern.compile("\\bwith ([a-z_]+) true\\b");

  private final Map<String, String> verbs = new HashMap<>();
  private final Map<String, String> verbsAndOptions = new HashMap<>();

  CommandLineWording(List<Operation> operations) {
    for (var operation : operations) {
      verbs.put(operation.name(), "'baton %s'".formatted(String.join(" ", operation.verb())));
      Field.of(operation)
          .forEach(field -> verbsAndOptions.put(field.name(), field.options().getLast()));
    }
    verbsAndOptions.putAll(verbs);
  }

  /** The words for all operations. */
  static CommandLineWording ofAll() {
    return new CommandLineWording(Operations.described());
  }

  /**
   * A sentence, in which tools are verbs, and fields options if they are to be set; others stay,
   * since they may be those of an answer.
   */
  String sentence(String text) {
    var withOptions =
        SWITCHED_ON
            .matcher(text)
            .replaceAll(match -> "with " + optionFor(match.group(1)).orElse(match.group(1)));
    return replaced(withOptions, verbs);
  }

  private Optional<String> optionFor(String field) {
    return Optional.ofNullable(verbsAndOptions.get(field));
  }

  /** The description of a field, in which fields are options too. */
  String description(String text) {
    return replaced(BESIDE.matcher(text).replaceAll("$1:TASK"), verbsAndOptions);
  }

  private static String replaced(String text, Map<String, String> words) {
    return SNAKE_CASE
        .matcher(text)
        .replaceAll(match -> words.getOrDefault(match.group(), match.group()));
  }
}
