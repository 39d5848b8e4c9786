package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.database.Database;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.BoardExport;
import dev.baton.orchestrator.transfer.BoardFile;
import dev.baton.orchestrator.vibekanban.OldBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is missing of a board of vibe-kanban, or stays there. */
@Tag("slow")
class VibeKanbanGapsTest {
  @TempDir private Path temporary;
  private VibeKanbanMoves moves;

  @BeforeEach
  void prepare() {
    moves = new VibeKanbanMoves(temporary);
  }

  private OldBoard board(String version) throws IOException {
    return OldBoard.of(version, Files.createDirectories(temporary.resolve("old")).toRealPath());
  }

  private static void merge(TestBaton baton) {
    baton
        .orchestrator()
        .merges()
        .merge(
            new MergeRequest(
                OldBoard.ATTEMPT, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false));
  }

  @Test
  void an_attempt_whose_branch_is_gone_is_not_merged_as_nothing() throws Exception {
    var board = board("0.0.157");
    var worktree = temporary.toRealPath().resolve("old/worktrees/1234-fix/shop");
    TestRepository.commitAll(worktree, "All of it");
    var commit = git(worktree, "rev-parse", "HEAD");
    git(board.repository(), "worktree", "remove", worktree.toString());
    git(board.repository(), "branch", "-D", "vk/1234-fix");
    assertThat(moves.bring(board).reasons())
        .contains("branch vk/1234-fix of repository %s: it is gone".formatted(board.repository()));

    try (var baton = TestBaton.again(moves.here())) {
      var review = baton.orchestrator().work();
      for (var refused :
          Stream.<ThrowingCallable>of(
                  () -> review.changes(OldBoard.ATTEMPT, false), () -> merge(baton))
              .map(call -> catchThrowableOfType(ToolFailure.class, call))
              .toList()) {
        assertThat(refused.code()).isEqualTo(FailureCode.NOT_FOUND);
        assertThat(refused)
            .hasMessage(
                "Branch 'vk/1234-fix' of attempt %s is gone from %s, and so is its worktree:"
                    + " nothing of its work is there",
                OldBoard.ATTEMPT, board.repository());
        assertThat(refused.hint()).contains("git branch vk/1234-fix COMMIT", "follow_up");
      }
      assertThat(baton.orchestrator().board().loadTask(OldBoard.TASK).task().status())
          .isEqualTo(BoardTaskStatus.IN_REVIEW);
      assertThat(git(board.repository(), "branch", "--list", "vk/*")).as("not made").isEmpty();

      git(board.repository(), "branch", "vk/1234-fix", commit);
      merge(baton);
      assertThat(board.repository().resolve("open.txt")).hasContent("not committed there");
    }
  }

  @Test
  void a_follow_up_begins_anew_where_a_branch_is_gone() throws Exception {
    var board = board("0.0.157");
    git(
        board.repository(),
        "worktree",
        "remove",
        "--force",
        temporary.toRealPath().resolve("old/worktrees/1234-fix/shop").toString());
    git(board.repository(), "branch", "-D", "vk/1234-fix");
    moves.bring(board);

    try (var baton = TestBaton.again(moves.here())) {
      baton
          .orchestrator()
          .followUps()
          .send(TestBaton.caller(), TestBaton.to(OldBoard.ATTEMPT, "write here.txt anew"));
      baton.awaitEnd(OldBoard.ATTEMPT);
      merge(baton);
    }

    assertThat(board.repository().resolve("here.txt")).hasContent("anew");
  }

  @Test
  void a_worktree_that_could_not_be_moved_comes_with_the_next_import() throws Exception {
    var board = board("0.0.123");
    var worktree = temporary.toRealPath().resolve("old/worktrees/1234-fix");
    git(board.repository(), "worktree", "lock", worktree.toString());
    assertThat(moves.bring(board).reasons())
        .anyMatch(
            reason ->
                reason.startsWith("the worktree %s: it could not be moved".formatted(worktree))
                    && reason.endsWith("; it is tried again with the next import"));
    git(board.repository(), "worktree", "unlock", worktree.toString());

    var again = moves.bring(board);

    assertThat(again.counts()).as("it is known").isEmpty();
    assertThat(again.reasons()).noneMatch(reason -> reason.startsWith("the worktree"));
    assertThat(worktree).doesNotExist();
    try (var baton = TestBaton.again(moves.here())) {
      merge(baton);
    }
    assertThat(board.repository().resolve("open.txt")).hasContent("not committed there");
  }

  @ParameterizedTest
  @CsvSource({"0.0.42,task_attempts", "0.0.157,merges", "0.1.44,merges", "0.1.44,pull_requests"})
  void pull_requests_stay_and_are_named_before_and_after(String version, String table)
      throws Exception {
    var board = board(version);
    board.change(
        table.equals("task_attempts")
            ? "update task_attempts set pr_number = 7, pr_url = 'https://x.org/7'"
            : "insert into %s (id, pr_number, pr_url) values (id(70), 7, 'https://x.org/7')"
                .formatted(table));

    var rehearsed = moves.rehearse(board);

    assertThat(rehearsed.reasons())
        .containsOnlyOnce(
            "pull request https://x.org/7: it stays at its forge, and is not watched from here");
    assertThat(moves.bring(board).reasons()).containsAll(rehearsed.reasons());
  }

  @Test
  void merges_come_with_their_commits_and_drafts_are_counted() throws Exception {
    var board = board("0.0.157");
    TestRepository.write(board.repository().resolve("merged.txt"), "merged there\n");
    TestRepository.commitAll(board.repository(), "Merged there");
    var commit = git(board.repository(), "rev-parse", "main");
    var row =
        "insert into merges (id, workspace_id, merge_type, merge_commit, target_branch_name,"
            + " repo_id) values (id(%d), id(4), 'direct', '%s', 'main', id(7))";
    board.change(
        row.formatted(70, commit),
        row.formatted(71, "1".repeat(40)),
        "insert into scratch (id, scratch_type, payload) values (id(72), 'DRAFT_TASK', '{}'),"
            + " (id(4), 'DRAFT_FOLLOW_UP', '{}'), (id(4), 'WORKSPACE_NOTES', '{}'),"
            + " (id(4), 'PREVIEW_SETTINGS', '{}')");

    var rehearsed = moves.rehearse(board);

    assertThat(rehearsed.counts()).containsEntry("task_merge", 1L);
    assertThat(rehearsed.reasons())
        .contains(
            "1 merge: its commit or its attempt is not there",
            "2 drafts: what nobody has sent stays there",
            "1 note of a workspace: there is no place for it here");
    assertThat(moves.bring(board)).isEqualTo(rehearsed);
    assertThat(moves.bring(board).counts()).as("the same again").isEmpty();
    try (var database = Database.open(TestBaton.file(moves.here()))) {
      var merges = Store.open(database).read(tables -> tables.merges().listDone(OldBoard.TASK));
      assertThat(merges)
          .singleElement()
          .satisfies(
              merge -> {
                assertThat(merge.commit()).isEqualTo(commit);
                assertThat(merge.baseCommit())
                    .isEqualTo(git(board.repository(), "rev-parse", "main^"));
                assertThat(merge.targetBranch()).isEqualTo("main");
              });
    }
  }

  @Test
  void titles_and_names_that_do_not_fit_are_cut_said_and_can_be_moved_on() throws Exception {
    var board = board("0.0.157");
    board.change(
        "update projects set name = 'Two' || char(10) || 'lines'",
        "update repos set name = '.dotfiles'",
        "update tasks set title = '%s' where id = id(2)".formatted("a".repeat(600)));

    assertThat(moves.bring(board).reasons())
        .contains("1 end of a long title or name: it does not fit into one line here");

    var file = temporary.resolve("board.jsonl");
    try (var database = Database.open(TestBaton.file(moves.here()))) {
      var store = Store.open(database);
      new BoardExport(store, _ -> {})
          .write(file, new BoardExport.Choice("1", temporary, true), Instant.EPOCH);
      assertThat(BoardFile.check(file, "it", store, _ -> {}).count()).isPositive();
    }
    assertThat(file)
        .content()
        .contains("\"Two lines\"", "\"dotfiles\"", "\"%s\"".formatted("a".repeat(500)));
  }

  @Test
  void what_has_a_title_that_nobody_can_see_comes_too() throws Exception {
    var board = board("0.0.157");
    board.change(
        "update tasks set title = char(8203) where id = id(3)",
        "update coding_agent_turns set prompt = char(8203)");

    var report = moves.bring(board);

    assertThat(report.reasons()).noneMatch(reason -> reason.contains("blank"));
    assertThat(report.counts()).containsEntry("board_task", 2L).containsEntry("turn", 1L);
  }

  private AttemptState followUp(OldBoard board) throws IOException {
    moves.bring(board);
    try (var baton = TestBaton.again(moves.here())) {
      baton
          .orchestrator()
          .followUps()
          .send(TestBaton.caller(), TestBaton.to(OldBoard.ATTEMPT, "write here.txt anew"));
      return baton.awaitEnd(OldBoard.ATTEMPT).attempt().state();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.42,projects,task_attempt_id,process_type",
    "0.0.157,repos,session_id,run_reason"
  })
  void a_setup_that_succeeded_there_is_not_run_again(
      String version, String scripts, String owner, String reason) throws Exception {
    var board = board(version);
    board.change(
        "update %s set setup_script = 'touch again.txt'".formatted(scripts),
        "insert into execution_processes (id, %s, %s, status, exit_code) values (id(50), id(%d), 'setupscript', 'completed', 0)"
            .formatted(owner, reason, owner.equals("session_id") ? 6 : 4));

    assertThat(followUp(board)).isInstanceOf(AttemptState.Completed.class);

    assertThat(here("here.txt")).exists();
    assertThat(here("again.txt")).doesNotExist();
  }

  @Test
  void a_setup_is_run_again_where_the_worktree_is_gone() throws Exception {
    var board = board("0.0.157");
    board.change(
        "update repos set setup_script = 'touch again.txt'",
        "insert into execution_processes (id, session_id, status) values (id(50), id(6), 'completed')");
    var worktree = temporary.toRealPath().resolve("old/worktrees/1234-fix/shop");
    git(board.repository(), "worktree", "remove", "--force", worktree.toString());

    assertThat(followUp(board)).isInstanceOf(AttemptState.Completed.class);

    assertThat(here("again.txt")).exists();
  }

  /** Where a file of the only repository is now. */
  private Path here(String name) throws IOException {
    try (var files = Files.walk(temporary)) {
      return files
          .filter(file -> file.endsWith(Path.of("shop", name)))
          .findFirst()
          .orElse(temporary.resolve("nowhere"));
    }
  }

  @Test
  void setups_of_several_repositories_are_told_apart_by_where_they_ran() throws Exception {
    var board = board("0.0.157");
    var other =
        TestRepository.make(board.repository().resolveSibling("api"), "README.md", "hello\n");
    var process =
        "insert into execution_processes (id, session_id, status, exit_code, executor_action) values (id(%d), id(6), 'completed', 0, '%s')";
    board.change(
        "insert into repos (id, path, name) values (id(60), '%s', 'api')".formatted(other),
        "insert into project_repos (id, project_id, repo_id) values (id(61), id(1), id(60))",
        "insert into workspace_repos (id, workspace_id, repo_id, target_branch) values (id(62), id(4), id(60), 'main')",
        "update repos set setup_script = 'touch again.txt'",
        process.formatted(50, "{\"typ\": {\"working_dir\": \"shop\"}}"),
        process.formatted(51, "{\"typ\": {\"working_dir\": null}}"));

    assertThat(followUp(board)).isInstanceOf(AttemptState.Completed.class);

    var workspace = temporary.toRealPath().resolve("old/worktrees/1234-fix");
    assertThat(workspace.resolve("shop/again.txt")).doesNotExist();
    assertThat(workspace.resolve("api/again.txt")).as("nobody knows that it ran").exists();
  }

  @Test
  void an_attempt_whose_target_branch_is_gone_shows_all_of_its_work() throws Exception {
    var board = board("0.0.123");
    git(board.repository(), "branch", "-m", "main", "trunk");

    assertThat(moves.bring(board).reasons())
        .contains(
            "target branch main of repository %s: it is gone; 'baton attempt update ATTEMPT_ID --target-branch BRANCH' names another"
                .formatted(board.repository()));

    try (var baton = TestBaton.again(moves.here())) {
      assertThat(baton.orchestrator().work().changes(OldBoard.ATTEMPT, false).toString())
          .contains("done.txt", "open.txt");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.1.44,repos,default_working_dir,web,true",
    "0.0.157,projects,default_agent_working_dir,shop/web,true",
    "0.0.157,projects,default_agent_working_dir,shop,false"
  })
  void agents_that_began_below_a_repository_are_named(
      String version, String table, String column, String directory, boolean isSaid)
      throws Exception {
    var board = board(version);
    board.change("update %s set %s = '%s'".formatted(table, column, directory));
    var reason =
        "the working directory %s of agents in repository %s: they begin at its top"
            .formatted(directory, board.repository());

    var reasons = moves.rehearse(board).reasons();

    assertThat(reasons.stream().filter(it -> it.startsWith("the working directory")))
        .containsExactlyElementsOf(isSaid ? List.of(reason) : List.of());
  }

  @ParameterizedTest
  @CsvSource({"AMP,true", "claude-plan,false", "sst-opencode,false"})
  void agents_that_are_not_here_are_named(String executor, boolean isNamed) throws Exception {
    var board = board("0.0.42");
    board.change("update task_attempts set executor = '%s'".formatted(executor));
    var reason =
        "follow-ups to attempts of AMP (2): Baton has no such executor, only those that config.yaml describes; review and merge work without";

    var reasons = moves.rehearse(board).reasons();

    assertThat(reasons.stream().filter(it -> it.startsWith("follow-ups")))
        .containsExactlyElementsOf(isNamed ? List.of(reason) : List.of());
  }
}
