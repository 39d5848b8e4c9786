package dev.baton.orchestrator.vibekanban;

import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.transfer.MovedRow;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** What is imported, row by row, and what cannot be. Not thread safe. */
final class ImportedRows {
  private final Consumer<MovedRow> taker;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final Set<String> reasons = new LinkedHashSet<>();
  private final Set<String> cut = new LinkedHashSet<>();
  private long number;

  ImportedRows(Consumer<MovedRow> taker) {
    this.taker = taker;
  }

  void add(String table, ObjectNode row) {
    counts.merge(table, 1L, Long::sum);
    taker.accept(new MovedRow(++number, table, row));
  }

  /** A text as titles and names are: one line that is not too long. */
  String line(String text) {
    return fitted(text, RequiredText.fitLine(text));
  }

  /** A text as names of labels are. */
  String label(String text) {
    return fitted(text, RequiredText.fitLabel(text));
  }

  private String fitted(String text, String fitted) {
    if (!fitted.equals(RequiredText.oneLine(text))) {
      cut.add(text);
    }
    return fitted;
  }

  /**
   * So many of something that stay behind, and why.
   *
   * @param thing one of them, its noun first
   */
  void cannot(long count, String thing, String reason) {
    if (count > 0) {
      cannot(
          "%d %s: %s"
              .formatted(count, count == 1 ? thing : thing.replaceFirst("^\\w+", "$0s"), reason));
    }
  }

  /** Something that stays behind, and why. */
  void cannot(String reason) {
    reasons.add(reason);
  }

  Map<String, Long> counts() {
    return counts;
  }

  Set<String> reasons() {
    cannot(cut.size(), "end of a long title or name", "it does not fit into one line here");
    return reasons;
  }
}
