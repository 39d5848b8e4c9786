package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskFilter.WorkFilter;
import dev.baton.orchestrator.board.BoardTaskFilter.WorkState;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import dev.baton.orchestrator.planning.Board.ColumnSpot;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks are found by what their newest attempts are like, whichever database is underneath. */
abstract class WorkFilterContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  private TestBaton baton;

  WorkFilterContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory, databases.newAddress(), TestBaton.atMost(2));
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private List<String> found(WorkFilter work) {
    return baton
        .orchestrator()
        .board()
        .listTasks(
            new BoardTaskQuery(
                BoardTaskFilter.ALL.ofProject(baton.projectId()).worked(work),
                BoardTaskOrder.NEWEST,
                PageRequest.first(PageLimit.items(50))),
            PageView.<BoardTaskOverview>plain())
        .items()
        .stream()
        .map(it -> it.task().title())
        .sorted()
        .toList();
  }

  private List<String> found(WorkState state) {
    return found(new WorkFilter(Optional.empty(), Optional.of(state)));
  }

  private UUID start(String title, String variant, String script) {
    return baton
        .orchestrator()
        .attemptStarts()
        .start(
            caller(),
            new NewAttempt(
                baton.task(title),
                "FAKE_AGENT",
                Optional.of(variant),
                List.of(),
                Optional.of(script)))
        .attemptId();
  }

  @Test
  void by_the_state_of_the_newest_attempt_and_by_its_executor() {
    baton.task("Nobody has begun");
    baton.awaitEnd(start("Completed", "DEFAULT", "say done"));
    baton.awaitEnd(start("Failed", "DEFAULT", "exit 3"));
    var asking = start("Asks", "APPROVALS", "ask may I");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> found(WorkState.NEEDS_YOU), titles -> titles.contains("Asks"));
    var running = start("Runs", "DEFAULT", "hang");
    var waiting = start("Waits", "DEFAULT", "say later");

    assertThat(found(WorkState.NOT_BEGUN)).containsExactly("Nobody has begun");
    assertThat(found(WorkState.COMPLETED)).containsExactly("Completed");
    assertThat(found(WorkState.FAILED)).containsExactly("Failed");
    assertThat(found(WorkState.NEEDS_YOU)).containsExactly("Asks");
    assertThat(found(WorkState.RUNNING)).containsExactly("Runs");
    assertThat(found(WorkState.IN_LINE)).containsExactly("Waits");
    assertThat(found(new WorkFilter(Optional.of("FAKE_AGENT"), Optional.empty()))).hasSize(5);
    assertThat(found(new WorkFilter(Optional.of("CODEX"), Optional.empty()))).isEmpty();
    assertThat(
            baton
                .orchestrator()
                .board()
                .countByStatus(
                    BoardTaskFilter.ALL.worked(
                        new WorkFilter(Optional.empty(), Optional.of(WorkState.NEEDS_YOU)))))
        .containsEntry(BoardTaskStatus.IN_PROGRESS, 1L)
        .containsEntry(BoardTaskStatus.TODO, 0L);
    var activity = baton.orchestrator().cards().activity(baton.projectId());
    assertThat(activity.running()).isEqualTo(2);
    assertThat(activity.inLine()).isEqualTo(1);
    assertThat(baton.orchestrator().cards().activity()).isEqualTo(activity);
    baton.orchestrator().attempts().stop(asking, true);
    baton.orchestrator().attempts().stop(running, true);
    // why: there is room for it now, and its agent must not outlive the test
    baton.awaitEnd(waiting);
  }

  @Test
  void the_place_of_a_task_in_its_column_is_told() {
    baton.task("Below");
    baton.task("Middle");
    var task = baton.task("Top");
    var board = baton.orchestrator().board();
    assertThat(board.findSpot(task, BoardTaskFilter.ALL)).isEqualTo(new ColumnSpot(1, 3));

    board.changeTask(BoardTaskChange.of(task).withPlacement(new Placement.Bottom()));

    assertThat(board.findSpot(task, BoardTaskFilter.ALL)).isEqualTo(new ColumnSpot(3, 3));
  }
}
