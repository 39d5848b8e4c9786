package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Pull;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows for tests. */
final class StoreFixture {
  static final Instant NOW = Instant.parse("2026-11-15T10:00:00.123Z");

  private final Store store;

  StoreFixture(Store store) {
    this.store = store;
  }

  UUID project() {
    var project = newProject();
    store.write(
        tables -> {
          tables.projects().insert(project);
          return project;
        });
    return project.id();
  }

  static Project newProject() {
    return newProject(UUID.randomUUID());
  }

  /** A project that takes tasks by itself. */
  void pullingProject(UUID id) {
    store.write(
        tables -> {
          tables.projects().insert(newProject(id));
          var pull = new Pull(1, "CODEX", Optional.empty(), List.of("bug"));
          tables.autoStarts().setOfProject(id, pull);
          return id;
        });
  }

  private static Project newProject(UUID id) {
    return new Project(id, "P", Optional.of(CommitPolicy.AUTO), NOW, NOW, Optional.empty());
  }

  UUID task(UUID project, int number, Instant createdAt) {
    return store.write(
        tables -> {
          var task = newTask(tables, project, number, createdAt);
          tables.boardTasks().insert(task);
          return task.id();
        });
  }

  static BoardTask newTask(Tables tables, UUID project, int number, Instant createdAt) {
    return new BoardTask(
        new UUID(1, number),
        project,
        tables.projects().nextTaskNumber(project),
        "Task " + number,
        Optional.empty(),
        BoardTaskStatus.TODO,
        Priority.NORMAL,
        tables.columns().top(BoardTaskStatus.TODO),
        createdAt,
        createdAt,
        Optional.empty());
  }

  UUID attempt() {
    var project = project();
    return attempt(project, task(project, 1, NOW), 1, new AttemptState.NotBegun(), NOW);
  }

  UUID attempt(UUID project, UUID task, int number, AttemptState state, Instant createdAt) {
    var attempt = newAttempt(project, task, number, state, createdAt);
    store.write(
        tables -> {
          tables.attempts().insert(attempt, List.of());
          return attempt;
        });
    return attempt.id();
  }

  static UUID attemptId(UUID task, int number) {
    return new UUID(task.getLeastSignificantBits() + 2, number);
  }

  static Attempt newAttempt(
      UUID project, UUID task, int number, AttemptState state, Instant createdAt) {
    return new Attempt(
        attemptId(task, number),
        task,
        project,
        "baton/x",
        Path.of("/data", task.toString(), Integer.toString(number)),
        "FAKE_AGENT",
        state,
        0,
        false,
        false,
        Optional.of("node"),
        createdAt,
        createdAt,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  UUID session(UUID attempt) {
    var session =
        new AgentSession(UUID.randomUUID(), attempt, "FAKE_AGENT", Optional.empty(), false, NOW);
    store.write(
        tables -> {
          tables.sessions().insert(session);
          return session;
        });
    return session.id();
  }

  UUID turn(UUID attempt, long index, TurnStatus status) {
    var turn =
        Turn.queued(
            UUID.randomUUID(), attempt, index, new TurnPrompt("Do it", Optional.empty()), NOW);
    store.write(
        tables -> {
          tables.turns().insert(turn);
          tables.turns().setStatus(turn.id(), status);
          return turn;
        });
    return turn.id();
  }

  UUID process(UUID attempt, UUID turn) {
    var process =
        new ExecutionProcess(
            UUID.randomUUID(),
            attempt,
            Optional.empty(),
            Optional.of(turn),
            Optional.empty(),
            ProcessReason.CODING_AGENT,
            ProcessStatus.RUNNING,
            Optional.empty(),
            Optional.empty(),
            NOW,
            Optional.empty());
    store.write(
        tables -> {
          tables
              .processes()
              .insert(
                  new ProcessDetail(
                      process,
                      Optional.of("Do it"),
                      Optional.empty(),
                      Optional.empty(),
                      0,
                      0,
                      0,
                      false));
          return process;
        });
    return process.id();
  }
}
