package dev.baton.app.web.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns what programs print for terminals into HTML: colours become classes, a carriage return
 * overwrites its line, and all else that a terminal would obey is left out. Not thread safe.
 */
public final class Ansi {
  /** Colours first; then other control sequences, titles and links, and what else follows ESC. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\e\\[([0-9;:]{0,64})m"
              + "|[\\e]\\[[0-?]{0,64}[ -/]{0,8}[@-~]"
              + "|\\e[\\]PX^_][^\\x07\\e]{0,4096}(?:\\x07|\\e\\\\)?"
              + "|\\e[ -/]{0,8}[0-~]?");

  /** What moves the cursor or gives a colour, and says nothing. */
  private static final Pattern CONTROL = Pattern.compile("\\e\\[[0-?]{0,64}[ -/]{0,8}[@-~]");

  private static final int BASIC = 8;
  private static final int CUBE = 16;
  private static final int GREYS = 232;
  private static final int BRIGHT_FROM = 160;
  private static final int HALF = 96;

  private final StringBuilder html = new StringBuilder();
  private boolean isBold;
  private int colour = -1;
  private int ground = -1;

  private Ansi() {}

  public static String html(String text) {
    var overwritten =
        Stream.of(text.split("\n", -1)).map(Ansi::overwritten).collect(Collectors.joining("\n"));
    return new Ansi().convert(overwritten);
  }

  /** Words of an agent without colours; whatever else could hide something stays to be shown. */
  public static String plain(String text) {
    return CONTROL.matcher(text).replaceAll("");
  }

  /** The text of a line when it is complete. */
  private static String overwritten(String line) {
    var end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    return line.substring(line.lastIndexOf('\r', end - 1) + 1, end);
  }

  private String convert(String text) {
    var escape = ESCAPE.matcher(text);
    var from = 0;
    while (escape.find()) {
      add(text.substring(from, escape.start()));
      if (escape.group(1) != null) {
        set(numbers(escape.group(1)));
      }
      from = escape.end();
    }
    add(text.substring(from));
    return html.toString();
  }

  private void add(String text) {
    if (text.isEmpty()) {
      return;
    }
    var classes = new ArrayList<String>();
    if (isBold) {
      classes.add("a-bold");
    }
    if (colour >= 0) {
      classes.add("a-" + colour);
    }
    if (ground >= 0) {
      classes.add("a-on-" + ground);
    }
    var shown = escaped(VisibleText.of(text));
    html.append(
        classes.isEmpty()
            ? shown
            : "<span class=\"%s\">%s</span>".formatted(String.join(" ", classes), shown));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static List<Integer> numbers(String text) {
    var numbers = new ArrayList<Integer>();
    for (var number : text.split("[;:]", -1)) {
      numbers.add(number.isEmpty() || number.length() > 3 ? 0 : Integer.parseInt(number));
    }
    return numbers;
  }

  private void set(List<Integer> numbers) {
    for (var i = 0; i < numbers.size(); i++) {
      int number = numbers.get(i);
      if (number == 38 || number == 48) {
        var rest = numbers.subList(i + 1, numbers.size());
        put(number == 48, extended(rest));
        i += !rest.isEmpty() && rest.getFirst() == 2 ? 4 : 2;
      } else {
        set(number);
      }
    }
  }

  private void set(int number) {
    if (number == 0) {
      isBold = false;
      colour = -1;
      ground = -1;
    } else if (number == 1) {
      isBold = true;
    } else if (number == 22) {
      isBold = false;
    } else if (number >= 30 && number <= 39) {
      colour = number == 39 ? -1 : number - 30;
    } else if (number >= 40 && number <= 49) {
      ground = number == 49 ? -1 : number - 40;
    } else if (number >= 90 && number <= 97) {
      colour = number - 90 + BASIC;
    } else if (number >= 100 && number <= 107) {
      ground = number - 100 + BASIC;
    }
  }

  private void put(boolean isGround, int value) {
    if (isGround) {
      ground = value;
    } else {
      colour = value;
    }
  }

  /** One of 256 colours, or any: the nearest of ours. */
  private static int extended(List<Integer> rest) {
    if (rest.size() >= 4 && rest.getFirst() == 2) {
      return nearest(rest.get(1), rest.get(2), rest.get(3));
    }
    if (rest.size() < 2 || rest.getFirst() != 5) {
      return -1;
    }
    int number = rest.get(1);
    if (number < CUBE) {
      return number;
    }
    if (number >= GREYS) {
      var grey = 8 + 10 * (number - GREYS);
      return nearest(grey, grey, grey);
    }
    var cube = number - CUBE;
    return nearest(cube / 36 * 51, cube / 6 % 6 * 51, cube % 6 * 51);
  }

  private static int nearest(int red, int green, int blue) {
    var most = Math.max(red, Math.max(green, blue));
    if (most < HALF) {
      return most < HALF / 2 ? 0 : BASIC;
    }
    var limit = most / 2 + 16;
    var hue = (red > limit ? 1 : 0) + (green > limit ? 2 : 0) + (blue > limit ? 4 : 0);
    return most > BRIGHT_FROM + HALF / 2 ? hue + BASIC : hue;
  }
}
