package dev.baton.app.verb.view;

import dev.baton.app.verb.view.Screen.Colour;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Values as people read them. */
public final class CellText {
  public static final String NEEDS_YOU = "needs you";

  /** Fields with times whose names do not say so. */
  private static final Set<String> TIMES = Set.of("at", "timestamp", "last_seen");

  private CellText() {}

  /** The value in one line; empty if there is none. */
  static String text(String field, JsonNode value, Screen screen) {
    if (value.isNull() || value.isMissingNode()) {
      return "";
    } else if (value.isBoolean()) {
      return value.asBoolean() ? "yes" : "no";
    } else if (value.isArray()) {
      return value
          .valueStream()
          .map(item -> text(field, item, screen))
          .collect(Collectors.joining(", "));
    } else if (value.isObject()) {
      return value
          .propertyStream()
          .map(part -> part(part.getKey(), part.getValue(), screen))
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(", "));
    }
    var text = value.asString();
    return time(field, text).map(screen::time).orElseGet(() -> inOneLine(text));
  }

  private static String part(String field, JsonNode value, Screen screen) {
    var text = text(field, value, screen);
    return text.isEmpty() ? "" : words(field) + " " + text;
  }

  private static Optional<Instant> time(String field, String text) {
    if (!TIMES.contains(field) && !field.endsWith("_at")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  public static String inOneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** A field's name as people say it. */
  static String words(String field) {
    return field.replace('_', ' ');
  }

  static String title(String field) {
    return words(field).toUpperCase(Locale.ROOT);
  }

  /** The colour of a state or a status, whatever it belongs to. */
  static String coloured(String text, Screen screen) {
    return switch (text) {
      case "done", "completed", "approve" -> screen.coloured(Colour.GREEN, text);
      case "failed", "killed", "deny" -> screen.coloured(Colour.RED, text);
      case "running", "inprogress", "started" -> screen.coloured(Colour.CYAN, text);
      case "inreview", "queued", NEEDS_YOU -> screen.coloured(Colour.YELLOW, text);
      case "cancelled" -> screen.coloured(Colour.FAINT, text);
      default -> text;
    };
  }
}
