package dev.baton.app.web.insight;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A picture of bars, one for each day, and the same as a table. Places across are shares of the
 * width, so that it fits a phone without smaller letters; places down are pixels.
 *
 * @param id names its parts in the page
 * @param height of the picture
 */
record ChartView(
    String id,
    String title,
    String words,
    int height,
    List<Series> legend,
    List<Bar> bars,
    List<Mark> lines,
    List<Mark> labels,
    TableView table) {
  private static final int TOP = 16;
  private static final int DRAWN = 150;
  private static final int BELOW = 24;
  private static final double LEFT = 7;
  private static final double GAP = 0.28;
  private static final double LAST = 90;

  /**
   * What a part of a bar stands for.
   *
   * @param colour one of the classes of the style sheet
   */
  record Series(String name, String colour) {}

  /** A part of a bar. */
  record Bar(String x, String y, String width, String height, String colour) {}

  /**
   * Words at a place: of a line across, or below a bar.
   *
   * @param anchor which end of the words is there
   */
  record Mark(String x, String y, String words, String anchor) {
    Mark(String x, String y, String words) {
      this(x, y, words, "start");
    }
  }

  /**
   * The figures as text.
   *
   * @param shares of each row, how long its bar is in hundredths; empty if there are no bars
   */
  record TableView(
      String caption, List<String> heads, List<List<String>> rows, List<Integer> shares) {
    TableView {
      heads = List.copyOf(heads);
      rows = rows.stream().map(List::copyOf).toList();
      shares = List.copyOf(shares);
    }
  }

  /**
   * A day, what stands below it (if anything), and the heights of its parts.
   *
   * @param words what is said of the parts, if that is more than their heights
   */
  record Day(String name, String label, List<Double> parts, List<String> words) {
    static final String NOTHING = "–";
    static final String UNKNOWN = "unknown";
    static final String AT_LEAST = "at least ";

    private static final DateTimeFormatter DAY =
        DateTimeFormatter.ofPattern("EEE d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter SHORT =
        DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);

    Day {
      parts = List.copyOf(parts);
      words = List.copyOf(words);
    }

    /** One of so many days. */
    static Day of(LocalDate date, int many, double... parts) {
      return new Day(
          date.format(DAY), label(date, many), Arrays.stream(parts).boxed().toList(), List.of());
    }

    /** Every day of a week, every Monday of a month, every second Monday of more. */
    private static String label(LocalDate date, int many) {
      if (many <= 7) {
        return date.format(DateTimeFormatter.ofPattern("EEE", Locale.ENGLISH));
      }
      var isShown =
          date.getDayOfWeek() == DayOfWeek.MONDAY && (many <= 31 || date.toEpochDay() / 7 % 2 == 0);
      return isShown ? date.format(SHORT) : "";
    }

    /** The sum in words; where a part is not known whole, it is a lower bound. */
    String most(DoubleFunction<String> figure) {
      var isBound = words.stream().anyMatch(it -> it.equals(UNKNOWN) || it.startsWith(AT_LEAST));
      return "most on %s: %s%s".formatted(name, isBound ? AT_LEAST : "", figure.apply(sum()));
    }

    double sum() {
      return parts.stream().mapToDouble(part -> part).sum();
    }

    boolean isTold() {
      return sum() > 0 || words.stream().anyMatch(it -> !it.equals(NOTHING));
    }
  }

  /**
   * Draws it.
   *
   * @param figure how a number is said
   */
  static ChartView of(
      String id, String title, List<Series> series, List<Day> days, DoubleFunction<String> figure) {
    return of(id, title, series, days, figure, 0);
  }

  /**
   * The same, at least so high.
   *
   * @param least the height that its highest line has at least, for figures that are said roughly
   */
  static ChartView of(
      String id,
      String title,
      List<Series> series,
      List<Day> days,
      DoubleFunction<String> figure,
      double least) {
    var top = Math.max(least, ceiling(days.stream().mapToDouble(Day::sum).max().orElse(0)));
    var bars = new ArrayList<Bar>();
    var labels = new ArrayList<Mark>();
    var step = (100 - LEFT) / Math.max(1, days.size());
    for (int place = 0; place < days.size(); place++) {
      var day = days.get(place);
      var left = LEFT + place * step;
      var bottom = TOP + DRAWN + 0.0;
      for (int part = 0; part < series.size(); part++) {
        var height = day.parts().get(part) / top * DRAWN;
        if (height > 0) {
          bars.add(
              new Bar(
                  percent(left + step * GAP / 2),
                  number(bottom - height),
                  percent(step * (1 - GAP)),
                  number(Math.max(height - 1, 1)),
                  series.get(part).colour()));
          bottom -= height;
        }
      }
      if (!day.label().isEmpty()) {
        labels.add(label(day.label(), left, step));
      }
    }
    return new ChartView(
        id,
        title,
        most(days, figure),
        TOP + DRAWN + BELOW,
        series,
        bars,
        lines(top, figure),
        labels,
        table(title, series, days, figure));
  }

  /** Words below a bar; those of the last ones end where it ends, so that they are not cut. */
  private static Mark label(String words, double left, double step) {
    var y = number(TOP + DRAWN + 16);
    return left > LAST
        ? new Mark(percent(left + step * (1 - GAP / 2)), y, words, "end")
        : new Mark(percent(left + step * GAP / 2), y, words);
  }

  private static List<Mark> lines(double top, DoubleFunction<String> figure) {
    var lines = new ArrayList<Mark>();
    for (var share : new double[] {0, 0.5, 1}) {
      lines.add(new Mark("0", number(TOP + DRAWN * (1 - share)), figure.apply(top * share)));
    }
    return lines;
  }

  private static String most(List<Day> days, DoubleFunction<String> figure) {
    return days.stream()
        .filter(day -> day.sum() > 0)
        .max(Comparator.comparingDouble(Day::sum))
        .map(day -> day.most(figure))
        .orElseGet(
            () -> days.stream().anyMatch(Day::isTold) ? "no agent told it" : "none in these days");
  }

  private static TableView table(
      String title, List<Series> series, List<Day> days, DoubleFunction<String> figure) {
    var heads = new ArrayList<>(List.of("Day"));
    series.forEach(it -> heads.add(it.name()));
    var rows = new ArrayList<List<String>>();
    for (var day : days.reversed()) {
      if (day.isTold()) {
        var row = new ArrayList<>(List.of(day.name()));
        row.addAll(
            day.words().isEmpty() ? day.parts().stream().map(figure::apply).toList() : day.words());
        rows.add(row);
      }
    }
    return new TableView(title, heads, rows, List.of());
  }

  /** A round number that is not below, and half of which is round. */
  static double ceiling(double highest) {
    if (highest <= 0) {
      return 2;
    }
    var unit = Math.pow(10, Math.floor(Math.log10(highest)));
    for (var step : new double[] {1, 2, 4, 6, 8, 10}) {
      if (step * unit >= highest && (unit > 1 || highest > 1 || step * unit >= highest)) {
        return unit >= 1 && step * unit < 2 ? 2 : step * unit;
      }
    }
    return 10 * unit;
  }

  private static String percent(double value) {
    return number(value) + "%";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }
}
