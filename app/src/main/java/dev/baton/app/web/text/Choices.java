package dev.baton.app.web.text;

import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.progress.Transcripts.LogQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.LogEntry.ToolUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Questions of an agent that are answered by choosing. */
public record Choices(List<Question> questions) {
  private static final int ENTRIES = 20;

  public Choices {
    questions = List.copyOf(questions);
  }

  /**
   * One question.
   *
   * @param isMany true if more than one option can be chosen
   */
  record Question(String text, boolean isMany, List<Option> options) {
    Question {
      options = List.copyOf(options);
    }
  }

  /**
   * Something to choose.
   *
   * @param label what the agent is told
   * @param detail what comes of it; may be empty
   */
  record Option(String label, String detail) {
    public String word() {
      return VisibleText.of(label);
    }
  }

  /** True for a tool that asks people something; all others ask whether they may do something. */
  static boolean isQuestion(String toolName) {
    return toolName.toLowerCase(Locale.ROOT).contains("question");
  }

  /** What an agent that waits for an answer lets people choose from, by its conversation. */
  public static Optional<Choices> find(Orchestrator orchestrator, UUID attemptId, String toolName) {
    if (!isQuestion(toolName)) {
      return Optional.empty();
    }
    var query =
        new LogQuery(
            attemptId, LogChannel.NORMALIZED, Tail.newest(PageLimit.items(ENTRIES)), Duration.ZERO);
    return orchestrator
        .transcripts()
        .logs(query, PageView.<LogEntry>plain())
        .items()
        .reversed()
        .stream()
        .flatMap(entry -> entry.tool().stream())
        .filter(tool -> tool.name().equals(toolName))
        .findFirst()
        .flatMap(ToolUse::input)
        .flatMap(Choices::of);
  }

  static Optional<Choices> of(JsonNode input) {
    var questions = new ArrayList<Question>();
    for (var asked : input.path("questions")) {
      var options = new ArrayList<Option>();
      for (var option : asked.path("options")) {
        var label = option.isString() ? option.asString() : option.path("label").asString("");
        if (!label.isBlank()) {
          options.add(new Option(label, VisibleText.of(option.path("description").asString(""))));
        }
      }
      questions.add(
          new Question(
              VisibleText.of(asked.path("question").asString("")),
              asked.path("multiSelect").asBoolean(false),
              options));
    }
    return questions.isEmpty() ? Optional.empty() : Optional.of(new Choices(questions));
  }

  /** What was chosen in a form, a line for each question; empty if a question has no answer. */
  public static Optional<String> chosen(Fields form) {
    var lines = new ArrayList<String>();
    while (form.has("question-" + lines.size())) {
      var number = lines.size();
      var answer =
          Stream.concat(
                  form.all("answer-" + number).stream(), form.find("other-" + number).stream())
              .filter(it -> !it.isBlank())
              .map(it -> it.strip().replaceAll("\\R", " "))
              .collect(Collectors.joining(", "));
      if (answer.isEmpty()) {
        return Optional.empty();
      }
      lines.add(answer);
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
  }
}
