package dev.baton.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table in Markdown. Not thread safe. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table(List<String> heads) {
    rows.add(heads);
    rows.add(heads.stream().map(_ -> "---").toList());
  }

  Table row(List<String> cells) {
    rows.add(cells);
    return this;
  }

  /** Every figure of every peer, with its ratio to the peer's reference. */
  static Table ofFigures(Measurement measurement, Results results) {
    var showsEra = measurement.peers().stream().map(Peer::era).distinct().count() > 1;
    var heads = new ArrayList<>(showsEra ? List.of("what", "era") : List.of("what"));
    measurement.figures().forEach(figure -> heads.add(figure.title()));
    var table = new Table(heads);
    for (var peer : measurement.peers()) {
      var cells = new ArrayList<>(List.of(peer.name()));
      if (showsEra) {
        cells.add(peer.era().wireName());
      }
      for (var figure : measurement.figures()) {
        cells.add(cell(peer, measurement.reference(peer), figure, results));
      }
      table.row(cells);
    }
    return table;
  }

  private static String cell(Peer peer, Peer reference, Figure figure, Results results) {
    if (!results.has(peer, figure)) {
      return "";
    }
    var value = results.median(peer, figure);
    var shown = figure.format(value);
    return results.has(reference, figure)
        ? String.format(Locale.ROOT, "%s (%.2f)", shown, value / results.median(reference, figure))
        : shown;
  }

  /** What we want, and whether it is so. */
  static Table ofGoals(Measurement measurement, Results results) {
    var table = new Table(List.of("what", "goal", "ours", "theirs", "ratio", "met"));
    measurement.goals().forEach(goal -> table.row(goal.row(results)));
    return table;
  }

  @Override
  public String toString() {
    return rows.stream()
        .map(row -> row.stream().collect(Collectors.joining(" | ", "| ", " |\n")))
        .collect(Collectors.joining());
  }
}
