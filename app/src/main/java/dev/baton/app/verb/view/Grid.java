package dev.baton.app.verb.view;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Texts in columns, of which the last may be cut.
 *
 * @param rows each with a text for every title
 */
public record Grid(List<String> titles, List<List<String>> rows) {
  private static final String GAP = "  ";
  private static final String TITLE_OF_TIMES = " AT";

  /** What a last column needs to be worth reading, and the least. */
  private static final int GOOD_WIDTH = 24;

  private static final int LEAST_WIDTH = 12;

  public Grid {
    titles = List.copyOf(titles);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** The same with fewer columns where this many characters do not do: empty ones, then times. */
  Grid fittedTo(int width) {
    if (fits(width, GOOD_WIDTH)) {
      return this;
    }
    var filled = only(column -> column == last() || !isEmpty(column));
    return filled.fits(width, GOOD_WIDTH)
        ? filled
        : filled.only(
            column ->
                column == filled.last() || !filled.titles.get(column).endsWith(TITLE_OF_TIMES));
  }

  /** True if there is room enough for what is left of the last column. */
  boolean fits(int width) {
    return fits(width, LEAST_WIDTH);
  }

  private boolean fits(int width, int ofLast) {
    return edge() + Math.min(width(last()), ofLast) <= width;
  }

  private Grid only(IntPredicate kept) {
    var columns = IntStream.rangeClosed(0, last()).filter(kept).toArray();
    return new Grid(pick(titles, columns), rows.stream().map(row -> pick(row, columns)).toList());
  }

  private static List<String> pick(List<String> row, int[] columns) {
    return IntStream.of(columns).mapToObj(row::get).toList();
  }

  private int last() {
    return titles.size() - 1;
  }

  private boolean isEmpty(int column) {
    return rows.stream().allMatch(row -> row.get(column).isEmpty());
  }

  private int width(int column) {
    return Stream.concat(Stream.of(titles), rows.stream())
        .mapToInt(row -> length(row.get(column)))
        .max()
        .orElse(0);
  }

  /** Where the last column begins. */
  private int edge() {
    return IntStream.range(0, last()).map(column -> width(column) + GAP.length()).sum();
  }

  /** The titles in their columns. */
  public String head(int width) {
    return line(titles, width, titles);
  }

  /** The rows in their columns, with their texts replaced by those that are shown. */
  Stream<String> lines(int width, Screen screen) {
    return rows.stream()
        .map(
            row ->
                line(row, width, row.stream().map(it -> CellText.coloured(it, screen)).toList()));
  }

  /** The rows in their columns, without colours. */
  public List<String> plainLines(int width) {
    return rows.stream().map(row -> line(row, width, row)).toList();
  }

  private String line(List<String> row, int width, List<String> shown) {
    var line = new StringBuilder();
    for (var column = 0; column < last(); column++) {
      line.append(shown.get(column))
          .append(" ".repeat(width(column) - length(row.get(column))))
          .append(GAP);
    }
    var cut = cut(row.getLast(), width - edge());
    return line.append(cut.equals(row.getLast()) ? shown.getLast() : cut)
        .toString()
        .stripTrailing();
  }

  private static String cut(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
