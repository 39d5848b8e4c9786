package dev.baton.app.verb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The styles of operations, by their names. */
final class Styles {
  static final String ID_OF_TASK = "task_id";
  static final String ID_OF_ATTEMPT = "attempt_id";
  static final String ATTEMPT = "ATTEMPT_ID";
  private static final Map<String, Style> ALL = all();

  private Styles() {}

  private static Map<String, Style> all() {
    var all = new HashMap<String, Style>();
    BoardStyles.addTo(all);
    AttemptStyles.addTo(all);
    return Map.copyOf(all);
  }

  /** The operations that have a style of their own. */
  static Set<String> names() {
    return ALL.keySet();
  }

  static Style of(String operation) {
    return ALL.getOrDefault(operation, Style.plain());
  }
}
