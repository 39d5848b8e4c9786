package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A board whose tasks wait for each other, on either database. */
abstract class TaskGraphBoard {
  static final AutoStart BY_ITSELF = new AutoStart(FAKE, Optional.empty());

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;
  private String address = "";

  TaskGraphBoard(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    open(setup -> setup);
  }

  final void open(UnaryOperator<OrchestratorSetup> settings) throws Exception {
    address = databases.newAddress();
    baton = TestBaton.in(Files.createTempDirectory(directory, "server"), address, settings);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  final String address() {
    return address;
  }

  final Board board() {
    return baton.orchestrator().board();
  }

  final UUID task(String title, Optional<AutoStart> autoStart, Object... blockedBy) {
    return task(baton.projectId(), title, autoStart, blockedBy);
  }

  final UUID task(UUID project, String title, Optional<AutoStart> autoStart, Object... blockedBy) {
    return board()
        .createTask(
            caller(),
            new NewBoardTask(
                project,
                title,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Stream.of(blockedBy).map(Object::toString).toList(),
                autoStart))
        .task()
        .id();
  }

  final UUID waiting(String title, Object... blockedBy) {
    return task(title, Optional.empty(), blockedBy);
  }

  final UUID started(String title, Object... blockedBy) {
    return task(title, Optional.of(BY_ITSELF), blockedBy);
  }

  final BoardTaskOverview block(UUID taskId, Object... blockedBy) {
    return change(
        taskId,
        Optional.empty(),
        Optional.of(Stream.of(blockedBy).map(Object::toString).toList()),
        Optional.empty());
  }

  final BoardTaskOverview move(UUID taskId, BoardTaskStatus status) {
    return change(taskId, Optional.of(status), Optional.empty(), Optional.empty());
  }

  final BoardTaskOverview change(
      UUID taskId,
      Optional<BoardTaskStatus> status,
      Optional<List<String>> blockedBy,
      Optional<AutoStart> autoStart) {
    return board()
        .changeTask(
            new BoardTaskChange(
                taskId,
                Optional.empty(),
                Optional.empty(),
                status,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                blockedBy,
                autoStart,
                Optional.empty()));
  }

  final ToolFailure refusal(Runnable call) {
    return catchThrowableOfType(ToolFailure.class, call::run);
  }

  final ToolFailure refusedStart(UUID taskId) {
    return refusal(
        () ->
            baton
                .orchestrator()
                .attemptStarts()
                .start(caller(), TestBaton.attempt(taskId, "say no")));
  }

  final List<UUID> attempts(UUID taskId) {
    return baton.orchestrator().attempts().list(taskId).stream()
        .map(AttemptOverview::attemptId)
        .toList();
  }

  final UUID awaitAttempt(UUID taskId) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !attempts(taskId).isEmpty());
    return attempts(taskId).getFirst();
  }

  final void pull(Pull pull) {
    baton
        .orchestrator()
        .autoStarts()
        .change(new PullChange(baton.projectId(), Optional.of(pull), Optional.empty()));
  }

  final Optional<Pull> pull() {
    return baton.orchestrator().projects().load(baton.projectId()).pull();
  }

  final void awaitStatus(UUID taskId, BoardTaskStatus status) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> board().loadTask(taskId).task().status() == status);
  }

  final String state(UUID taskId) {
    return board().loadTask(taskId).blockers().getFirst().state().wireName();
  }
}
