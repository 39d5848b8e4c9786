package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Database;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import dev.baton.orchestrator.vibekanban.OldBoard;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport.Report;
import dev.baton.task.MovableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Boards of vibe-kanban, of several of its versions, and what can be done with what came. */
@Tag("slow")
class VibeKanbanTest {
  @TempDir private Path temporary;

  private Path here() throws IOException {
    return new VibeKanbanMoves(temporary).here();
  }

  private Report bring(OldBoard board) throws IOException {
    return new VibeKanbanMoves(temporary).bring(board);
  }

  private Report rehearse(OldBoard board) throws IOException {
    return new VibeKanbanMoves(temporary).rehearse(board);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.36", "0.0.42", "0.0.57", "0.0.64", "0.0.123", "0.0.157", "0.1.44"})
  void an_attempt_that_came_is_followed_up_reviewed_and_merged(String version) throws Exception {
    var board =
        OldBoard.of(version, Files.createDirectories(temporary.resolve("old")).toRealPath());
    var before = Files.readAllBytes(board.file());

    var rehearsed = rehearse(board);
    var report = bring(board);

    assertThat(report.counts()).isEqualTo(rehearsed.counts());
    assertThat(report.counts())
        .containsAllEntriesOf(
            Map.of(
                "project",
                1L,
                "repo",
                1L,
                "board_task",
                2L,
                "turn",
                1L,
                "agent_session",
                1L,
                "session_message",
                2L));
    assertThat(report.reasons())
        .containsAll(rehearsed.reasons())
        // why: neither worktree nor branch of the other attempt is there
        .noneMatch(reason -> reason.contains("comes back from its branch"));
    if (OldBoard.hasImages(version)) {
      assertThat(report.counts()).containsEntry("image", 1L).containsEntry("image_piece", 3L);
      assertThat(report.reasons())
          .contains(
              "image 'gone.png' of task #2: its file x_gone.png is neither kept nor copied",
              "image 'notes.pdf' of task #2: The content is no PNG, JPEG, WebP or GIF image,"
                  + " whatever its name says");
    }
    assertThat(bring(board).counts()).as("the same again").isEmpty();
    assertThat(Files.readAllBytes(board.file())).as("never written").isEqualTo(before);
    try (var beside = Files.list(board.file().getParent())) {
      assertThat(beside.map(file -> file.getFileName().toString()))
          .as("nothing beside it")
          .isSubsetOf(board.file().getFileName().toString(), "sessions");
    }
    try (var baton = TestBaton.again(here())) {
      check(baton, version);
      if (OldBoard.hasImages(version)) {
        checkImages(baton);
      }
      goOn(baton, board);
    }
  }

  private static void check(TestBaton baton, String version) {
    var task = baton.orchestrator().board().loadTask(OldBoard.TASK);
    assertThat(task.task().title()).isEqualTo("Fix it @careful");
    assertThat(task.task().status()).isEqualTo(BoardTaskStatus.IN_REVIEW);
    assertThat(task.task().description())
        // why: the first versions had no tasks below others
        .contains(OldBoard.isFirst(version) ? "All of it" : "All of it\n\nPart of #1.");
    assertThat(task.task().number()).isEqualTo(2);
    if (OldBoard.hasImages(version)) {
      assertThat(task.labels()).extracting(Label::name).containsExactly("careful");
      assertThat(baton.orchestrator().labels().list(OldBoard.PROJECT))
          .extracting(use -> use.label().name())
          .containsExactly("careful", "unused");
    }
    var repo = baton.orchestrator().projects().listRepos(OldBoard.PROJECT).getFirst();
    assertThat(repo.scripts().setup()).contains("true");
    assertThat(baton.messages(OldBoard.ATTEMPT, SessionMessage.Role.USER))
        .containsExactly("Fix it all");
    assertThat(baton.messages(OldBoard.ATTEMPT, SessionMessage.Role.ASSISTANT))
        .containsExactly("I did it");
    checkLog(baton.log(OldBoard.ATTEMPT, LogChannel.NORMALIZED), version);
    assertThat(baton.log(OldBoard.ATTEMPT, LogChannel.RAW))
        .extracting(LogEntry::content)
        .contains("plain", "a warning");
  }

  private static void checkLog(List<LogEntry> log, String version) {
    if (OldBoard.isFirst(version)) {
      // why: it kept only what an agent said last
      assertThat(log).extracting(LogEntry::content).containsExactly("Fix it all", "I did it");
      return;
    }
    assertThat(log)
        .extracting(LogEntry::content)
        .containsExactly("Fix it all", "Bash: ls", "Bash: ls", "I did it");
    assertThat(log.get(2).replaces()).contains(log.get(1).index());
    assertThat(log.get(2).tool())
        .hasValueSatisfying(
            tool -> {
              assertThat(tool.kind()).isEqualTo("execute");
              assertThat(tool.status()).isEqualTo("completed");
              assertThat(tool.result()).contains("a\0b");
            });
  }

  private static void checkImages(TestBaton baton) {
    var image = baton.orchestrator().images().listOfTask(OldBoard.TASK).getFirst();
    assertThat(image.name()).isEqualTo("shot.png");
    assertThat(baton.orchestrator().images().content(image)).isEqualTo(OldBoard.IMAGE);
  }

  private static void goOn(TestBaton baton, OldBoard board) {
    baton
        .orchestrator()
        .followUps()
        .send(TestBaton.caller(), TestBaton.to(OldBoard.ATTEMPT, "write here.txt done here"));
    assertThat(baton.awaitEnd(OldBoard.ATTEMPT).attempt().state())
        .isInstanceOf(AttemptState.Completed.class);
    var patch = git(board.repository(), "diff", "--name-only", "main", "vk/1234-fix");
    assertThat(patch.lines()).contains("done.txt", "here.txt", "open.txt");

    baton
        .orchestrator()
        .merges()
        .merge(
            new MergeRequest(
                OldBoard.ATTEMPT, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false));

    assertThat(board.repository().resolve("here.txt")).hasContent("done here");
    assertThat(board.repository().resolve("done.txt")).hasContent("done there");
    assertThat(board.repository().resolve("open.txt")).hasContent("not committed there");
  }

  @Test
  void what_somebody_changed_here_stays_when_it_is_imported_again() throws Exception {
    var board =
        OldBoard.of("0.0.157", Files.createDirectories(temporary.resolve("old")).toRealPath());
    bring(board);
    try (var baton = TestBaton.again(here())) {
      baton.orchestrator().projects().rename(OldBoard.PROJECT, "Ours");
    }

    assertThat(bring(board).counts()).isEmpty();

    try (var baton = TestBaton.again(here())) {
      assertThat(baton.orchestrator().projects().load(OldBoard.PROJECT).project().name())
          .isEqualTo("Ours");
    }
  }

  @Test
  void rows_whose_owners_are_gone_stay_behind_and_are_counted_before_and_after() throws Exception {
    var board =
        OldBoard.of("0.0.157", Files.createDirectories(temporary.resolve("old")).toRealPath());
    board.change(
        "insert into tasks (id, project_id, title, status, created_at)"
            + " values (id(40), id(1), 'Blocked', 'blocked', '2025-06-01 10:00:00')",
        "insert into tasks (id, project_id, title) values (id(41), id(99), 'Lost')",
        "insert into tasks (id, title) values (id(42), 'Lost, too')",
        "insert into tasks (id, project_id, title) values (x'00', id(1), 'Nameless')",
        "insert into sessions (id, workspace_id) values (id(43), id(99))",
        "insert into execution_processes (id, session_id) values (id(44), id(43))",
        "insert into execution_processes (id, session_id) values (id(45), id(99))",
        "insert into coding_agent_turns (id, execution_process_id) values (id(46), id(99))",
        "insert into task_images (id, task_id, image_id) values (id(47), id(40), id(99))",
        "insert into project_repos (id, project_id, repo_id) values (id(48), id(1), id(99))",
        "insert into execution_process_logs (execution_id, logs, byte_size)"
            + " values (id(99), '{}', 2), (id(98), '{}', 2)",
        "insert into workspace_repos (id, workspace_id, repo_id, target_branch)"
            + " values (id(60), id(99), id(7), 'main')",
        "insert into repos (id, path, name, display_name) values (id(61), '/none/x', 'x', 'x')");

    var rehearsed = rehearse(board);
    var report = bring(board);

    assertThat(report).isEqualTo(rehearsed);
    assertThat(rehearse(board).counts()).as("it is there by now").isEmpty();
    assertThat(report.counts()).containsEntry("board_task", 3L).containsEntry("turn", 1L);
    assertThat(report.reasons())
        .contains(
            "2 tasks: the project is not there",
            "1 row of tasks: without an id",
            "1 turn: the run is not there",
            "1 image: the task or the image is not there",
            "1 row of project_repos: the project or the repository is not there",
            "2 rows of execution_process_logs: the run is not there",
            "1 row of workspace_repos: the attempt or the repository is not there",
            "repository /none/x: no project has it and no attempt is at it",
            "1 session: the attempt is not there",
            "2 runs: the session or the attempt is not there",
            "status 'blocked' of task #1: there is none of this name, so the task is in todo");
  }

  @Test
  void a_turn_that_came_is_retried_from_where_it_began_there() throws Exception {
    var board =
        OldBoard.of("0.0.157", Files.createDirectories(temporary.resolve("old")).toRealPath());
    var before = git(board.repository(), "rev-parse", "main");
    board.change(
        "insert into execution_process_repo_states"
            + " (id, execution_process_id, repo_id, before_head_commit)"
            + " values (id(50), id(5), id(7), '%s')".formatted(before));
    bring(board);

    try (var baton = TestBaton.again(here())) {
      var request =
          new RetryRequest(
              OldBoard.ATTEMPT, 0, Optional.of("write here.txt again"), Optional.empty());
      baton.orchestrator().turns().retry(request);
      baton.awaitEnd(OldBoard.ATTEMPT);
    }

    assertThat(git(board.repository(), "diff", "--name-only", before, "vk/1234-fix"))
        .isEqualTo("here.txt");
  }

  @Test
  void what_came_is_as_new_here_however_long_ago_it_was_done_there() throws Exception {
    var board =
        OldBoard.of("0.0.123", Files.createDirectories(temporary.resolve("old")).toRealPath());
    board.change("update tasks set status = 'done'");
    bring(board);
    var clock = MovableClock.running();
    var retention =
        new Retention(Retention.DEFAULT.worktrees(), Retention.DEFAULT.logs(), Optional.empty());

    try (var baton =
        TestBaton.again(
            here(),
            TestBaton.file(here()),
            setup -> setup.withClock(clock).withRetention(retention))) {
      var pruner = baton.orchestrator().pruner();
      var now = pruner.prune(true);
      assertThat(now.logs()).isEmpty();
      assertThat(now.worktrees()).isEmpty();
      assertThat(baton.log(OldBoard.ATTEMPT, LogChannel.NORMALIZED)).isNotEmpty();
      clock.advance(Duration.ofDays(91));
      var later = pruner.prune(true);
      assertThat(later.logs()).hasSize(1);
      assertThat(later.worktrees()).hasSize(1);
    }
  }

  @Test
  void a_worktree_in_place_is_not_deleted_before_it_was_used_here() throws Exception {
    var board =
        OldBoard.of("0.0.157", Files.createDirectories(temporary.resolve("old")).toRealPath());
    bring(board);
    var worktree = temporary.resolve("old/worktrees/1234-fix/shop/open.txt");

    try (var baton = TestBaton.again(here())) {
      var refused =
          TestBaton.told(() -> baton.orchestrator().deletions().deleteAttempt(OldBoard.ATTEMPT));
      assertThat(refused).hasMessageContaining("has no marker of Baton, so it is not deleted");
    }
    assertThat(worktree).exists();
  }

  @Test
  void a_worktree_that_was_left_in_another_data_directory_comes_back_in_this_one()
      throws Exception {
    var board =
        OldBoard.of("0.0.123", Files.createDirectories(temporary.resolve("old")).toRealPath());
    bring(board);
    var there = here().resolve("data/worktrees").resolve(OldBoard.ATTEMPT.toString());
    var elsewhere = temporary.resolve("elsewhere/worktrees").resolve(OldBoard.ATTEMPT.toString());
    TestRepository.commitAll(there.resolve("shop"), "All of it");
    git(board.repository(), "worktree", "remove", there.resolve("shop").toString());
    Files.delete(there);
    try (var database = Database.open(TestBaton.file(here()))) {
      Store.open(database)
          .write(
              tables -> {
                tables.placements().setRoot(OldBoard.ATTEMPT, elsewhere);
                return true;
              });
    }

    try (var baton = TestBaton.again(here())) {
      goOn(baton, board);
    }

    assertThat(there.resolve("shop/here.txt")).hasContent("done here");
    assertThat(elsewhere).doesNotExist();
  }

  @Test
  void a_database_that_is_damaged_is_refused_and_nothing_came() throws Exception {
    var board =
        OldBoard.of("0.0.157", Files.createDirectories(temporary.resolve("old")).toRealPath());
    var bytes = Files.readAllBytes(board.file());
    Arrays.fill(bytes, 4096, bytes.length, (byte) 7);
    Files.write(board.file(), bytes);

    assertThatThrownBy(() -> bring(board))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining(board.file() + " cannot be read: ");
    try (var baton = TestBaton.again(here())) {
      assertThat(TestBaton.told(() -> baton.orchestrator().projects().load(OldBoard.PROJECT)))
          .hasMessageContaining(OldBoard.PROJECT.toString());
    }
  }
}
