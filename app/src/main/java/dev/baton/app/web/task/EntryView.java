package dev.baton.app.web.task;

import dev.baton.app.web.text.Ansi;
import dev.baton.app.web.text.Markdown;
import dev.baton.orchestrator.transcript.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A part of the conversation as the page shows it.
 *
 * @param place the index of the entry in whose place it stands, which is its own unless it replaces
 * @param html ready to be shown
 * @param cut how many characters are left out, and fetched when somebody asks
 * @param turn the number of the turn that a message of the user began
 */
record EntryView(
    long index,
    long place,
    Kind kind,
    Instant at,
    String html,
    int cut,
    Optional<CallView> call,
    Optional<Long> turn) {
  private static final int MOST = 12_000;

  /** Who speaks, or what is done. */
  enum Kind {
    YOU,
    AGENT,
    THINKING,
    CALL,
    SYSTEM,
    ERROR,
    OUTPUT;

    String style() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    private static Kind of(String type) {
      return switch (type) {
        case "user_message" -> YOU;
        case "assistant_message" -> AGENT;
        case "thinking" -> THINKING;
        case "tool_use" -> CALL;
        case "error", "stderr" -> ERROR;
        case "stdout" -> OUTPUT;
        default -> SYSTEM;
      };
    }
  }

  /**
   * An entry of the conversation.
   *
   * @param begun the first of those that it replaces; itself if it replaces none
   */
  static EntryView of(LogEntry entry, LogEntry begun) {
    var kind = Kind.of(entry.type());
    var took = Duration.between(begun.timestamp(), entry.timestamp());
    var text = entry.content();
    return new EntryView(
        entry.index(),
        begun.index(),
        kind,
        entry.timestamp(),
        kind == Kind.CALL ? "" : shown(kind, beginning(text)),
        Math.max(0, text.length() - MOST),
        entry.tool().map(tool -> CallView.of(tool, took)),
        Optional.empty());
  }

  /** A line of what a program printed. */
  static EntryView raw(LogEntry entry) {
    var text = entry.content();
    return new EntryView(
        entry.index(),
        entry.index(),
        Kind.of(entry.type()),
        entry.timestamp(),
        Ansi.html(beginning(text)),
        Math.max(0, text.length() - MOST),
        Optional.empty(),
        Optional.empty());
  }

  /** The same as the message with which a turn began. */
  EntryView beginning(long number) {
    return new EntryView(index, place, kind, at, html, cut, call, Optional.of(number));
  }

  private static String shown(Kind kind, String text) {
    return switch (kind) {
      case YOU, AGENT, THINKING -> Markdown.html(text);
      case CALL, SYSTEM, ERROR, OUTPUT -> Ansi.html(text);
    };
  }

  private static String beginning(String text) {
    return text.length() > MOST ? text.substring(0, MOST) : text;
  }

  String id() {
    return "entry-" + place;
  }
}
