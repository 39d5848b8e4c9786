package dev.baton.app.web.review;

import dev.baton.app.web.review.DiffRow.Cell;
import dev.baton.app.web.review.WordMarks.Span;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.review.FileDiff;
import dev.baton.orchestrator.review.FileDiff.DiffLine;
import dev.baton.orchestrator.review.FileDiff.DiffLine.Kind;
import dev.baton.orchestrator.review.FileDiff.Hunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lays a difference out in rows, in one column or in two. Not thread safe. */
final class DiffRows {
  private final boolean isSplit;
  private final PlacedComments comments;
  private final Folds folds;
  private final List<DiffRow> rows = new ArrayList<>();
  private final List<DiffLine> deleted = new ArrayList<>();
  private final List<DiffLine> added = new ArrayList<>();

  DiffRows(boolean isSplit, PlacedComments comments, Folds folds) {
    this.isSplit = isSplit;
    this.comments = comments;
    this.folds = folds;
  }

  List<DiffRow> of(FileDiff diff) {
    long oldNext = 1;
    long newNext = 1;
    for (var hunk : diff.hunks()) {
      var oldStart = start(hunk, true, oldNext, newNext);
      var newStart = start(hunk, false, oldNext, newNext);
      if (diff.first() == 0 || !rows.isEmpty()) {
        folds
            .between(newNext, newStart - 1, oldStart - newStart, VisibleText.of(hunk.heading()))
            .ifPresent(rows::add);
      }
      for (var line : hunk.lines()) {
        add(line);
        oldNext = line.oldNumber() > 0 ? line.oldNumber() + 1 : Math.max(oldNext, oldStart);
        newNext = line.newNumber() > 0 ? line.newNumber() + 1 : Math.max(newNext, newStart);
      }
      flush();
    }
    if (!diff.hasMore() && !diff.hunks().isEmpty()) {
      folds.after(newNext, diff.newLines().size(), oldNext - newNext).ifPresent(rows::add);
    }
    return rows;
  }

  /** Where a hunk begins; a side that it has no lines of begins as far on as the other. */
  private static long start(Hunk hunk, boolean isOld, long oldNext, long newNext) {
    var oldStart = hunk.oldStart();
    var newStart = hunk.newStart();
    if (isOld) {
      return oldStart > 0 ? oldStart : oldNext + newStart - newNext;
    }
    return newStart > 0 ? newStart : newNext + oldStart - oldNext;
  }

  private void add(DiffLine line) {
    switch (line.kind()) {
      case DELETED -> {
        if (!added.isEmpty()) {
          flush();
        }
        deleted.add(line);
      }
      case ADDED -> added.add(line);
      case SAME -> {
        flush();
        same(line);
      }
    }
  }

  private void same(DiffLine line) {
    if (isSplit) {
      rows.add(
          new DiffRow.Pair(
              Optional.of(cell(line, Span.NOTHING, CommentSide.OLD, false)),
              Optional.of(cell(line, Span.NOTHING, CommentSide.NEW, false))));
    } else {
      rows.add(new DiffRow.Line(cell(line, Span.NOTHING, CommentSide.NEW, false)));
    }
    notes(line.oldNumber(), line.newNumber());
  }

  /** Puts lines that were deleted beside those that came for them. */
  private void flush() {
    var pairs = new ArrayList<WordMarks.Pair>();
    for (var i = 0; i < Math.min(deleted.size(), added.size()); i++) {
      pairs.add(WordMarks.of(deleted.get(i).text(), added.get(i).text()));
    }
    if (isSplit) {
      for (var i = 0; i < Math.max(deleted.size(), added.size()); i++) {
        var marks = i < pairs.size() ? pairs.get(i) : WordMarks.Pair.NOTHING;
        var before = at(deleted, i, marks.before(), CommentSide.OLD, i == 0);
        var now = at(added, i, marks.now(), CommentSide.NEW, i == 0 && before.isEmpty());
        rows.add(new DiffRow.Pair(before, now));
        notes(
            i < deleted.size() ? deleted.get(i).oldNumber() : 0,
            i < added.size() ? added.get(i).newNumber() : 0);
      }
    } else {
      for (var i = 0; i < deleted.size(); i++) {
        var mark = i < pairs.size() ? pairs.get(i).before() : Span.NOTHING;
        rows.add(new DiffRow.Line(cell(deleted.get(i), mark, CommentSide.OLD, i == 0)));
        notes(deleted.get(i).oldNumber(), 0);
      }
      for (var i = 0; i < added.size(); i++) {
        var mark = i < pairs.size() ? pairs.get(i).now() : Span.NOTHING;
        var isFirst = i == 0 && deleted.isEmpty();
        rows.add(new DiffRow.Line(cell(added.get(i), mark, CommentSide.NEW, isFirst)));
        notes(0, added.get(i).newNumber());
      }
    }
    deleted.clear();
    added.clear();
  }

  private Optional<Cell> at(
      List<DiffLine> lines, int index, Span mark, CommentSide side, boolean isFirst) {
    return index < lines.size()
        ? Optional.of(cell(lines.get(index), mark, side, isFirst))
        : Optional.empty();
  }

  private Cell cell(DiffLine line, Span mark, CommentSide side, boolean isFirst) {
    var isSame = line.kind() == Kind.SAME;
    var hasOld = !isSplit || side == CommentSide.OLD;
    var hasNew = !isSplit || side == CommentSide.NEW;
    return new Cell(
        isSame ? "" : line.kind() == Kind.ADDED ? "a" : "d",
        isSame ? "" : line.kind() == Kind.ADDED ? "+" : "−",
        number(hasOld ? line.oldNumber() : 0),
        number(hasNew ? line.newNumber() : 0),
        html(line.text(), mark, line.cut()),
        (hasOld && comments.covers(CommentSide.OLD, line.oldNumber()))
            || (hasNew && comments.covers(CommentSide.NEW, line.newNumber())),
        isFirst,
        line.isEnded());
  }

  private static String number(long line) {
    return line == 0 ? "" : String.valueOf(line);
  }

  private void notes(long oldNumber, long newNumber) {
    var before = comments.take(CommentSide.OLD, oldNumber);
    var now = comments.take(CommentSide.NEW, newNumber);
    if (!before.isEmpty() || !now.isEmpty()) {
      rows.add(new DiffRow.Notes(before, now));
    }
  }

  /** Lines of code as HTML in which nothing can act or hide. */
  private static String html(String line, Span marked, int cut) {
    var html =
        marked.isEmpty()
            ? shown(line)
            : "%s<mark>%s</mark>%s"
                .formatted(
                    shown(line.substring(0, marked.from())),
                    shown(line.substring(marked.from(), marked.to())),
                    shown(line.substring(marked.to())));
    return cut == 0 ? html : "%s<em>… %s</em>".formatted(html, Plurals.of(cut, "more character"));
  }

  private static String shown(String text) {
    return VisibleText.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
