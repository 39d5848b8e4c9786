package dev.baton.app.web.board;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTaskStatus;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns of the board in words. */
public final class Columns {
  private Columns() {}

  public static String name(BoardTaskStatus status) {
    return switch (status) {
      case TODO -> "To do";
      case IN_PROGRESS -> "In progress";
      case IN_REVIEW -> "In review";
      case DONE -> "Done";
      case CANCELLED -> "Cancelled";
    };
  }

  /** What an empty column says. */
  static String nothing(BoardTaskStatus status) {
    return switch (status) {
      case TODO -> "Nothing to do";
      case IN_PROGRESS -> "Nothing in progress";
      case IN_REVIEW -> "Nothing in review";
      case DONE -> "Nothing done yet";
      case CANCELLED -> "Nothing cancelled";
    };
  }

  /**
   * What a column says in which nothing fits a filter; on a phone the others are out of sight.
   *
   * @param counts of what fits, by column
   */
  static String nothingFits(Map<BoardTaskStatus, Long> counts) {
    var elsewhere =
        Stream.of(BoardTaskStatus.values())
            .filter(status -> counts.getOrDefault(status, 0L) > 0)
            .map(status -> ", %d in %s".formatted(counts.get(status), name(status)))
            .collect(Collectors.joining());
    // why nothing: the page says above its columns that no task fits
    return elsewhere.isEmpty() ? "" : "Nothing fits here" + elsewhere;
  }

  static BoardTaskStatus status(String wireName) {
    return Stream.of(BoardTaskStatus.values())
        .filter(status -> status.wireName().equals(wireName))
        .findFirst()
        .orElseThrow(
            () ->
                ToolFailure.invalid(
                    "/status",
                    "There is no column '%s'".formatted(VisibleText.of(wireName)),
                    "The columns are "
                        + Stream.of(BoardTaskStatus.values())
                            .map(BoardTaskStatus::wireName)
                            .collect(Collectors.joining(", "))));
  }
}
