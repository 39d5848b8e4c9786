package dev.baton.app.web.task;

import dev.baton.app.web.text.Ansi;
import dev.baton.app.web.text.Markdown;
import dev.baton.app.web.text.ModelFields;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.progress.AnsweredQuestion;
import dev.baton.orchestrator.transcript.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A part of the conversation as the page shows it.
 *
 * @param place the index of the entry in whose place it stands, which is its own unless it replaces
 * @param html ready to be shown
 * @param cut how many characters are left out, and fetched when somebody asks
 * @param answer what a person said to a question of the agent
 * @param turn the number of the turn that a message of the user began
 * @param model with what an agent was asked to speak; may be empty
 * @param images what a message of the user showed
 */
record EntryView(
    long index,
    long place,
    Kind kind,
    Instant at,
    String html,
    int cut,
    Optional<CallView> call,
    Optional<AnswerView> answer,
    Optional<Long> turn,
    String model,
    List<Image> images) {
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
   * The answer to a question of an agent, in one line.
   *
   * @param words who did what
   * @param rest what was said with it, and what was asked
   */
  record AnswerView(String symbol, String words, String rest) {
    static AnswerView of(AnsweredQuestion answer) {
      var asked = VisibleText.line(answer.asked());
      var reason = VisibleText.line(answer.reason());
      return switch (answer.outcome()) {
        case APPROVED -> new AnswerView("check", "You approved", asked);
        case ANSWERED ->
            new AnswerView("check", "You answered", "%s · %s".formatted(reason, asked));
        case DENIED ->
            new AnswerView(
                "cross",
                "You denied",
                reason.isEmpty() ? asked : "%s · %s".formatted(reason, asked));
        case EXPIRED -> new AnswerView("cross", "Denied, " + reason, asked);
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
        AnsweredQuestion.find(entry).map(AnswerView::of),
        Optional.empty(),
        "",
        List.of());
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
        Optional.empty(),
        Optional.empty(),
        "",
        List.of());
  }

  /** The same as something that was said in a turn, which showed these images. */
  EntryView during(TurnOverview it, List<Image> shown) {
    return switch (kind) {
      case YOU ->
          new EntryView(
              index, place, kind, at, html, cut, call, answer, Optional.of(it.index()), "", shown);
      case AGENT ->
          new EntryView(
              index,
              place,
              kind,
              at,
              html,
              cut,
              call,
              answer,
              turn,
              ModelFields.words(it.choice()),
              List.of());
      case THINKING, CALL, SYSTEM, ERROR, OUTPUT -> this;
    };
  }

  private static String shown(Kind kind, String text) {
    return switch (kind) {
      case YOU -> Markdown.html(text);
      case AGENT, THINKING -> Markdown.html(Ansi.plain(text));
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
