package dev.baton.orchestrator.vibekanban;

import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.transfer.MovableRows;
import dev.baton.orchestrator.transfer.MovedRow;
import dev.baton.orchestrator.transfer.RowWords;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** What is imported, row by row, and what cannot be. Not thread safe. */
final class ImportedRows {
  /** Rows of a table that cannot be on a board, for one reason. */
  private record Refused(String table, String reason) {}

  private final MovableRows movable;
  private final Consumer<MovedRow> taker;
  private final Set<String> reasons = new LinkedHashSet<>();
  private final Set<String> cut = new LinkedHashSet<>();
  private final Map<Refused, Long> refused = new LinkedHashMap<>();
  private long cutDescriptions;
  private long number;

  ImportedRows(MovableRows movable, Consumer<MovedRow> taker) {
    this.movable = movable;
    this.taker = taker;
  }

  void add(String table, ObjectNode row) {
    var moved = new MovedRow(++number, table, row);
    movable
        .findProblem(moved)
        .ifPresentOrElse(
            problem -> refused.merge(new Refused(table, problem), 1L, Long::sum),
            () -> taker.accept(moved));
  }

  /** A text as titles and names are: one line that is not too long. */
  String line(String text) {
    return fitted(text, RequiredText.fitLine(text));
  }

  /** A text as names of labels are. */
  String label(String text) {
    return fitted(text, RequiredText.fitLabel(text));
  }

  /** A text as descriptions are, and what follows it. */
  String description(String text, String ending) {
    var fitted = RequiredText.fitDescription(text, ending);
    if (fitted.length() < text.length() + ending.length()) {
      cutDescriptions++;
    }
    return fitted;
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

  Set<String> reasons() {
    cannot(cut.size(), "end of a long title or name", "it does not fit into one line here");
    cannot(cutDescriptions, "end of a long description", "there is no room for it here");
    refused.forEach(
        (rows, count) ->
            cannot("%s: %s".formatted(RowWords.of(Map.of(rows.table(), count)), rows.reason())));
    return reasons;
  }
}
