package dev.baton.app.web.text;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Priority;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How soon a task should be done, in words.
 *
 * @param value as forms and addresses have it
 */
public record PriorityView(String value, String word) {
  /** All of them, the most urgent first. */
  public static List<PriorityView> all() {
    return Stream.of(Priority.values()).map(PriorityView::of).toList();
  }

  public static PriorityView of(Priority priority) {
    return new PriorityView(
        priority.name().toLowerCase(Locale.ROOT),
        switch (priority) {
          case URGENT -> "Urgent";
          case HIGH -> "High";
          case NORMAL -> "Normal";
          case LOW -> "Low";
        });
  }

  /** What a card says of it; most tasks are like the others, and say nothing. */
  public static Optional<PriorityView> told(Priority priority) {
    return priority == Priority.NORMAL ? Optional.empty() : Optional.of(of(priority));
  }

  public static Optional<Priority> find(String value) {
    return Stream.of(Priority.values()).filter(it -> of(it).value().equals(value)).findFirst();
  }

  /** What a form sent. */
  public static Priority chosen(String value) {
    return find(value)
        .orElseThrow(
            () ->
                ToolFailure.invalid(
                    "There is no priority '%s'".formatted(VisibleText.of(value)),
                    "Choose one of those that the form shows"));
  }
}
