package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.call.Known;
import dev.baton.orchestrator.store.Candidate;
import dev.baton.orchestrator.store.Tables;
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
    var called = NUMBER.matcher(text);
    if (!called.matches()) {
      return Optional.empty();
    }
    var number = Long.parseLong(called.group(2));
    return Optional.ofNullable(called.group(1)).filter(name -> !name.isEmpty()).isEmpty()
        ? tables.boardTasks().findId(projectId, number)
        : findIn(called.group(1), number);
  }

  private Optional<UUID> findIn(String projectName, long number) {
    var found =
        tables.projects().listNamed(projectName).stream()
            .flatMap(project -> tables.boardTasks().findId(project.id(), number).stream())
            .toList();
    if (found.size() > 1) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          "%d projects are called '%s', and more than one has a task #%d"
              .formatted(found.size(), projectName, number),
          "Repeat the call with the task_id, which list_tasks shows",
          Map.of("candidates", found.stream().map(UUID::toString).toList()));
    }
    return found.stream().findFirst();
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
    var id = id(text);
    if (id.isEmpty() && !NUMBER.matcher(text).matches()) {
      throw ToolFailure.invalid(
          "'%s' is neither the id of a task nor a number such as #41 or shop#41".formatted(text),
          "Call list_tasks and pass a task_id, or such a number");
    }
    return id.or(() -> find.apply(text)).orElseThrow(() -> notFound(text));
  }

  private Optional<UUID> findOwn(UUID projectId, String text) {
    return find(projectId, text).filter(id -> Known.task(tables, id).projectId().equals(projectId));
  }

  private Optional<UUID> findAnywhere(String text) {
    var found = tables.ids().listNumbered(text);
    if (found.size() > 1) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          "'%s' can mean %d tasks: %s"
              .formatted(
                  text,
                  found.size(),
                  found.stream().map(Candidate::label).collect(Collectors.joining(", "))),
          "Repeat the call with the project before the number, such as shop#41, or with the task_id"
              + " from list_tasks",
          Map.of("candidates", found.stream().map(it -> it.id().toString()).toList()));
    }
    return found.stream().map(Candidate::id).findFirst();
  }

  private static ToolFailure notFound(String text) {
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no task '%s'".formatted(text),
        "Call list_tasks and pass a task_id, or a number such as #41 or shop#41");
  }
}
