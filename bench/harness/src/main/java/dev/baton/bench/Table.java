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
    var heads = new ArrayList<>(List.of("server", "era"));
    measurement.figures().forEach(figure -> heads.add(figure.title()));
    var table = new Table(heads);
    for (var peer : measurement.peers()) {
      var cells = new ArrayList<>(List.of(peer.name(), peer.era().wireName()));
      for (var figure : measurement.figures()) {
        var value = results.median(peer, figure);
        var ratio = value / results.median(measurement.reference(peer), figure);
        cells.add(String.format(Locale.ROOT, "%s (%.2f)", figure.format(value), ratio));
      }
      table.row(cells);
    }
    return table;
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
