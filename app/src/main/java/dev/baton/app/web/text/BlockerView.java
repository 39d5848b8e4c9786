package dev.baton.app.web.text;

import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A task that another one waits for.
 *
 * @param name such as {@code #41}, or {@code shop#41} from another project
 * @param word what has become of it
 * @param symbol the name of the symbol for that
 * @param address its page; empty if it was deleted
 */
public record BlockerView(
    String name, String title, String word, String symbol, Optional<String> address) {
  /** All that a task waits for, done or not. */
  public static List<BlockerView> of(BoardTaskOverview task) {
    return task.blockers().stream().map(it -> of(it, task.task().projectId())).toList();
  }

  /**
   * One of them.
   *
   * @param reader the project that it is spoken of in
   */
  public static BlockerView of(Blocker blocker, UUID reader) {
    return new BlockerView(
        VisibleText.of(name(blocker, reader)),
        VisibleText.of(blocker.title()),
        word(blocker.state()),
        symbol(blocker.state()),
        blocker.state() == Blocker.State.DELETED
            ? Optional.empty()
            : Optional.of("/tasks/" + blocker.taskId()));
  }

  private static String name(Blocker blocker, UUID reader) {
    return blocker.projectId().equals(reader) ? "#" + blocker.number() : blocker.name();
  }

  private static String word(Blocker.State state) {
    return switch (state) {
      case TODO -> "To do";
      case IN_PROGRESS -> "In progress";
      case IN_REVIEW -> "In review";
      case FAILED -> "Failed";
      case DONE -> "Done";
      case CANCELLED -> "Cancelled";
      case DELETED -> "Deleted";
    };
  }

  private static String symbol(Blocker.State state) {
    return switch (state) {
      case TODO -> "waiting";
      case IN_PROGRESS -> "running";
      case IN_REVIEW -> "review";
      case FAILED -> "failed";
      case DONE -> "done";
      case CANCELLED, DELETED -> "cross";
    };
  }

  /** How a card says that its task waits: the first that it waits for, and how many more. */
  static StateView state(List<Blocker> open, UUID reader) {
    var first = of(open.getFirst(), reader);
    var more = open.size() == 1 ? "" : " and %d more".formatted(open.size() - 1);
    var fate =
        switch (open.getFirst().state()) {
          case FAILED -> ", which failed";
          case CANCELLED -> ", which was cancelled";
          case DELETED -> ", which was deleted";
          case TODO, IN_PROGRESS, IN_REVIEW, DONE -> "";
        };
    return new StateView(
        "blocked",
        "Blocked by " + first.name() + more,
        StateView.reason(open.getFirst().title()) + fate,
        Optional.empty());
  }

  /** What a task still waits for, in a sentence; empty if it waits for nothing. */
  public static Optional<String> sentence(BoardTaskOverview task) {
    var open =
        task.openBlockers().stream()
            .map(it -> of(it, task.task().projectId()))
            .map(it -> "%s '%s' (%s)".formatted(it.name(), it.title(), it.word()))
            .collect(Collectors.joining(", "));
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Task #%d waits for %s. Finish that first, or start anyway."
                .formatted(task.task().number(), open));
  }

  /** What a field for them holds, so that it means the same tasks when it is sent. */
  public static String typed(BoardTaskOverview task) {
    return task.blockers().stream()
        .map(it -> typed(it, task.task().projectId()))
        .collect(Collectors.joining(", "));
  }

  private static String typed(Blocker blocker, UUID reader) {
    // why: a task that was deleted has no number any more, and a comma would end the name
    return blocker.state() == Blocker.State.DELETED || name(blocker, reader).contains(",")
        ? blocker.taskId().toString()
        : name(blocker, reader);
  }

  /** The names in such a field. */
  public static List<String> names(String typed) {
    return Stream.of(typed.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }
}
