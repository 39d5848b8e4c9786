package dev.baton.app.verb;

import dev.baton.app.verb.view.AnyView;
import dev.baton.app.verb.view.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a verb has beyond its operation: how people like to type it and to read its answer. An
 * operation that has none of its own is served all the same.
 *
 * @param arguments the fields that may be given without their names, in this order; otherwise the
 *     required ones
 * @param examples what to type after the verb, each with what it does
 * @param defaults values of required fields that may be left out
 * @param extra an option that is no field
 * @param preparation what is done to what was typed
 */
record Style(
    Optional<List<String>> arguments,
    List<String> examples,
    Map<String, String> defaults,
    Extra extra,
    Preparation preparation,
    View view) {
  /** Options that decide whether a verb calls more than once. */
  enum Extra {
    NONE("", ""),
    WAIT("--wait", "Wait until the run ends, and show how it ended; exits with 1 if it failed."),
    FOLLOW("--follow", "Go on with what comes, until the run ends; with --json, a line for each."),
    /** Waits until nothing runs on a node, unless it is told not to. */
    UNTIL_EMPTY("--no-wait", "Do not wait until nothing runs there.");

    private final String option;
    private final String text;

    Extra(String option, String text) {
      this.option = option;
      this.text = text;
    }

    String option() {
      return option;
    }

    String text() {
      return text;
    }
  }

  /** The style of what is shown as any answer can be. */
  static Style plain() {
    return shown(new AnyView());
  }

  static Style shown(View view) {
    return new Style(Optional.empty(), List.of(), Map.of(), Extra.NONE, Preparation.none(), view);
  }

  Style withArguments(String... names) {
    return new Style(Optional.of(List.of(names)), examples, defaults, extra, preparation, view);
  }

  Style withExamples(String... lines) {
    return new Style(arguments, List.of(lines), defaults, extra, preparation, view);
  }

  Style withDefault(String field, String value) {
    return new Style(arguments, examples, Map.of(field, value), extra, preparation, view);
  }

  Style with(Extra option) {
    return new Style(arguments, examples, defaults, option, preparation, view);
  }

  Style preparedBy(Preparation work) {
    return new Style(arguments, examples, defaults, extra, work, view);
  }
}
