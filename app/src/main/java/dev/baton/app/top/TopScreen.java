package dev.baton.app.top;

import dev.baton.app.program.VisibleControls;
import dev.baton.app.verb.view.CellText;
import dev.baton.app.verb.view.Grid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides what the screen shows and what a key does there. It asks nobody and draws nothing. Not
 * thread safe.
 */
final class TopScreen {
  private static final List<String> TITLES =
      List.of("ATTEMPT", "STATE", "AGE", "COST", "EXECUTOR", "TASK", "LAST LINE");
  private static final String KEYS =
      "Up and Down choose, o opens, s stops, a approves, d denies, q quits";
  // why the end: ids of one day begin alike, and the end is taken wherever an id is
  private static final int SHORT_ID = 8;
  private static final int LONGEST_TITLE = 30;

  /** Everything but the rows: two lines above, a gap and two below. */
  private static final int OTHER_LINES = 5;

  /** What the user has asked for. */
  sealed interface Action {
    record Open(TopRow row) implements Action {}

    record Stop(TopRow row) implements Action {}

    record Answer(String approvalId, String decision) implements Action {}

    record Quit() implements Action {}
  }

  /** A line, and if it is the chosen one. */
  record Line(String text, boolean isChosen) {}

  private List<TopRow> rows = List.of();
  private String chosen = "";
  private String note = "";
  private Optional<TopRow> toStop = Optional.empty();

  /** Shows other rows; the chosen one stays chosen. */
  void show(List<TopRow> news) {
    rows = List.copyOf(news);
    if (index() < 0) {
      chosen = rows.isEmpty() ? "" : rows.getFirst().attemptId();
    }
  }

  /** Says something below the rows, until a key is pressed. */
  void say(String text) {
    note = text;
  }

  private int index() {
    for (var i = 0; i < rows.size(); i++) {
      if (rows.get(i).attemptId().equals(chosen)) {
        return i;
      }
    }
    return -1;
  }

  private Optional<TopRow> row() {
    return index() < 0 ? Optional.empty() : Optional.of(rows.get(index()));
  }

  /** What this key asks for; empty if it only changes what is seen. */
  Optional<Action> press(TopKey key) {
    note = "";
    var asked = toStop;
    toStop = Optional.empty();
    if (asked.isPresent()) {
      return key == TopKey.YES ? asked.map(Action.Stop::new) : Optional.empty();
    }
    return switch (key) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case OPEN -> row().map(Action.Open::new);
      case STOP -> askBeforeStop();
      case APPROVE -> answer("approve");
      case DENY -> answer("deny");
      case QUIT -> Optional.of(new Action.Quit());
      case YES, OTHER -> Optional.empty();
    };
  }

  private Optional<Action> move(int by) {
    if (!rows.isEmpty()) {
      chosen = rows.get(Math.clamp(index() + by, 0, rows.size() - 1)).attemptId();
    }
    return Optional.empty();
  }

  private Optional<Action> askBeforeStop() {
    toStop = row();
    toStop.ifPresent(
        row -> note = "Stop '%s'? y stops it, any other key does not".formatted(row.title()));
    return Optional.empty();
  }

  private Optional<Action> answer(String decision) {
    var question = row().flatMap(TopRow::question);
    if (question.isEmpty()) {
      note = "This agent asks nothing";
    }
    return question.map(it -> new Action.Answer(it.approvalId(), decision));
  }

  /** The whole screen. */
  List<Line> lines(int width, int height, Instant now) {
    var room = Math.max(1, height - OTHER_LINES);
    var first = Math.max(0, Math.min(index() - room + 1, rows.size() - room));
    var shown = rows.subList(Math.max(0, first), Math.min(rows.size(), first + room));
    var lines = new ArrayList<Line>();
    lines.add(line(head(), width));
    if (rows.isEmpty()) {
      lines.add(
          line("Nothing runs; start something with: baton attempt start TASK EXECUTOR", width));
    } else {
      var grid = grid(shown, now);
      lines.add(new Line(cut(grid.head(width), width), false));
      var texts = grid.plainLines(width);
      for (var i = 0; i < shown.size(); i++) {
        lines.add(new Line(cut(texts.get(i), width), shown.get(i).attemptId().equals(chosen)));
      }
    }
    lines.add(line("", width));
    lines.add(line(note.isEmpty() ? question() : note, width));
    lines.add(line(KEYS, width));
    return lines;
  }

  private static Line line(String text, int width) {
    return new Line(cut(VisibleControls.visible(CellText.inOneLine(text)), width), false);
  }

  private String head() {
    var asking = rows.stream().filter(row -> row.question().isPresent()).count();
    var waiting = asking == 1 ? ", 1 waits for you" : ", %d wait for you".formatted(asking);
    return "%d at work%s".formatted(rows.size(), asking == 0 ? "" : waiting);
  }

  private String question() {
    return row().flatMap(TopRow::question).map(it -> "It asks: " + it.text()).orElse("");
  }

  /** The rows in columns, for whoever has no terminal. */
  static List<String> plain(List<TopRow> rows, Instant now) {
    var grid = grid(rows, now);
    var lines = new ArrayList<>(List.of(grid.head(Integer.MAX_VALUE)));
    lines.addAll(grid.plainLines(Integer.MAX_VALUE));
    return lines;
  }

  private static Grid grid(List<TopRow> rows, Instant now) {
    return new Grid(TITLES, rows.stream().map(row -> cells(row, now)).toList());
  }

  private static List<String> cells(TopRow row, Instant now) {
    return List.of(
        cell(row.attemptId().substring(Math.max(0, row.attemptId().length() - SHORT_ID))),
        cell(row.state()),
        row.age(now),
        row.costText(),
        cell(row.executor()),
        cut(cell(row.title()), LONGEST_TITLE),
        cell(row.lastLine()));
  }

  private static String cell(String text) {
    return VisibleControls.visible(CellText.inOneLine(text));
  }

  private static String cut(String text, int width) {
    return text.codePointCount(0, text.length()) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
  }
}
