package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.store.IdTable.Candidate;
import dev.baton.orchestrator.store.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds tasks by what people call them: an id, {@code #41}, or {@code shop#41}. */
final class TaskNames {
  private static final Pattern NUMBER =
      Pattern.compile("(?:(.*)#|#?)([0-9]{1,18})", Pattern.DOTALL);
  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private final Tables tables;

  TaskNames(Tables tables) {
    this.tables = tables;
  }

  /** Empty if the text has not the form of an id. */
  static Optional<UUID> id(String text) {
    return ID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  /**
   * The task that a text means; empty if there is none.
   *
   * @param projectId where a number without a project is looked for
   */
  Optional<UUID> find(UUID projectId, String text) {
    var id = id(text);
    if (id.isPresent()) {
      return id.flatMap(tables.boardTasks()::find).map(BoardTask::id);
    }
    // why: of several projects of one name that of the caller is meant
    var own = findOwn(projectId, text);
    return own.isPresent() || text.lastIndexOf('#') <= 0 ? own : findAnywhere(text);
  }

  /** Whether a text has the form of what tasks are called. */
  static boolean isName(String text) {
    return id(text).isPresent() || NUMBER.matcher(text).matches();
  }

  /** The id that a text means, which names nothing perhaps. */
  UUID load(String text) {
    return load(text, this::findAnywhere);
  }

  /** The same for a caller for whom one project alone exists. */
  UUID loadIn(UUID projectId, String text) {
    return load(text, it -> findOwn(projectId, it));
  }

  private static UUID load(String text, Function<String, Optional<UUID>> find) {
    if (!isName(text)) {
      throw ToolFailure.invalid(
          "'%s' is neither the id of a task nor a number such as #41 or shop#41".formatted(text),
          "Call list_tasks and pass a task_id, or such a number");
    }
    return id(text).or(() -> find.apply(text)).orElseThrow(() -> notFound(text));
  }

  /** Whether a text names a task that is not there for a caller who has one project alone. */
  boolean isHidden(UUID projectId, String text) {
    var id = id(text);
    return id.isPresent()
        ? id.flatMap(tables.boardTasks()::find)
            .filter(task -> !task.projectId().equals(projectId))
            .isPresent()
        : NUMBER.matcher(text).matches() && findOwn(projectId, text).isEmpty();
  }

  /** A number in one project, which may stand before it by its name. */
  private Optional<UUID> findOwn(UUID projectId, String text) {
    var called = NUMBER.matcher(text);
    if (!called.matches()) {
      return Optional.empty();
    }
    var isOwn =
        Optional.ofNullable(called.group(1))
            .filter(name -> !name.isEmpty())
            .map(CallSubject.project(tables, projectId).name()::equals)
            .orElse(true);
    return isOwn
        ? tables.boardTasks().findId(projectId, Long.parseLong(called.group(2)))
        : Optional.empty();
  }

  private Optional<UUID> findAnywhere(String text) {
    var found = tables.ids().listNumbered(text);
    if (found.size() > 1) {
      throw ambiguous(text, found);
    }
    return found.stream().map(Candidate::id).findFirst();
  }

  private static ToolFailure ambiguous(String text, List<Candidate> found) {
    var isNamed = text.lastIndexOf('#') > 0;
    return new ToolFailure(
        FailureCode.AMBIGUOUS_TARGET,
        "'%s' can mean %d tasks: %s"
            .formatted(
                text,
                found.size(),
                found.stream()
                    .map(it -> "%s (task_id %s)".formatted(it.label(), it.id()))
                    .collect(Collectors.joining(", "))),
        isNamed
            ? "Several projects are called '%s': repeat the call with one of these task_id, or call"
                    .formatted(text.substring(0, text.lastIndexOf('#')))
                + " rename_project for one of them"
            : "Repeat the call with the project before the number, such as shop#41, or with one of"
                + " these task_id",
        Map.of("candidates", found.stream().map(it -> it.id().toString()).toList()));
  }

  private static ToolFailure notFound(String text) {
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no task '%s'".formatted(text),
        "Call list_tasks and pass a task_id, or a number such as #41 or shop#41");
  }
}
