package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.vibekanban.OldBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What came from vibe-kanban is right for what follows: agents, merges, exports, more imports. */
@Tag("slow")
class VibeKanbanAgainTest {
  @TempDir private Path temporary;
  private VibeKanbanMoves moves;

  @BeforeEach
  void prepare() {
    moves = new VibeKanbanMoves(temporary);
  }

  private OldBoard board(String version) throws IOException {
    return OldBoard.of(version, Files.createDirectories(temporary.resolve("old")).toRealPath());
  }

  private String executor() throws IOException {
    return moves.value("attempt", "id", OldBoard.ATTEMPT, "executor").asString("");
  }

  private String target() throws IOException {
    return moves
        .value("attempt_repo", "attempt_id", OldBoard.ATTEMPT, "target_branch")
        .asString("");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.57,base_coding_agent,'\"profile\": \"codex\"'",
    "0.0.64,profile,'\"profile\": \"codex\"'",
    "0.0.64,profile,'\"profile_variant_label\": {\"profile\": \"codex\", \"variant\": null}'",
    "0.0.123,executor,'\"executor_profile_id\": {\"executor\": \"CODEX\", \"variant\": null}'"
  })
  void an_attempt_keeps_its_executor_wherever_a_version_wrote_it(
      String version, String column, String action) throws Exception {
    var board = board(version);
    board.change(
        "update task_attempts set %s = 'codex'".formatted(column),
        "update execution_processes set executor_action = ''");
    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("the executor"));
    assertThat(executor()).as("by its own row").isEqualTo("CODEX");

    moves = new VibeKanbanMoves(temporary.resolve("other"));
    board.change(
        "update task_attempts set %s = null".formatted(column),
        "update execution_processes set executor_action = '{\"typ\": {\"prompt\": \"Fix it\", %s}}'"
            .formatted(action));
    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("the executor"));
    assertThat(executor()).as("by what ran").isEqualTo("CODEX");
  }

  @Test
  void a_repository_that_an_upgrade_there_gave_another_id_is_known_by_its_path() throws Exception {
    var board = board("0.0.157");
    moves.bring(board);
    board.change("update project_repos set id = id(80)");

    assertThat(moves.rehearse(board).counts()).isEmpty();
    assertThat(moves.bring(board).counts()).isEmpty();
  }

  @Test
  void an_executor_that_nobody_wrote_down_is_said() throws Exception {
    var board = board("0.0.57");
    board.change("update task_attempts set base_coding_agent = null");

    assertThat(moves.rehearse(board).reasons())
        .contains(
            "the executor of attempt %s: nothing there names it, so it is CLAUDE_CODE"
                .formatted(OldBoard.ATTEMPT));
  }

  @Test
  void an_attempt_without_a_target_branch_is_merged_into_what_is_checked_out() throws Exception {
    var board = board("0.0.36");
    git(board.repository(), "branch", "-m", "main", "master");

    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("target"));

    assertThat(target()).isEqualTo("master");
  }

  @ParameterizedTest
  @CsvSource({
    "main,main,the local branch main is the target",
    "next,origin/next,'''baton attempt update ATTEMPT_ID --target-branch BRANCH'' names another'"
  })
  void a_target_branch_of_a_remote_becomes_the_local_one_or_is_said(
      String name, String expected, String end) throws Exception {
    var board = board("0.0.123");
    git(board.repository(), "update-ref", "refs/remotes/origin/" + name, "main");
    board.change("update task_attempts set target_branch = 'origin/%s'".formatted(name));
    var reason =
        "target branch origin/%s of repository %s: it is a remote's, into which nothing is merged here; %s"
            .formatted(name, board.repository(), end);

    assertThat(moves.bring(board).reasons()).containsOnlyOnce(reason);

    assertThat(target()).isEqualTo(expected);
    assertThat(moves.bring(board).reasons()).as("it is here by now").doesNotContain(reason);
  }

  @Test
  void texts_that_are_too_long_are_cut_said_and_can_be_moved_on() throws Exception {
    var board = board("0.0.157");
    board.change(
        "update tasks set description = replace(hex(zeroblob(600000)), '00', 'dd')",
        "update coding_agent_turns set prompt = replace(hex(zeroblob(5000)), '00', 'pppp')",
        "update projects set name = char(133)",
        "update tasks set title = 'a' || char(133) || 'b'",
        "update tasks set created_at = '1066-10-14 10:00:00'");

    assertThat(moves.bring(board).reasons())
        .contains("2 ends of a long description: there is no room for it here");

    var description = moves.value("board_task", "id", OldBoard.TASK, "description").asString("");
    assertThat(description).hasSize(1_000_000).endsWith("dd\n\nPart of #1.");
    assertThat(
            moves.value("session_message", "session_id", OldBoard.SESSION, "content").asString(""))
        .satisfiesAnyOf(
            text -> assertThat(text).isEqualTo("p".repeat(8192)),
            text -> assertThat(text).isEqualTo("I did it"));
    assertThat(moves.moveOn()).isPositive();
  }

  @Test
  void a_message_that_is_cut_says_so() throws Exception {
    var board = board("0.0.157");
    board.change(
        "update coding_agent_turns set summary = null,"
            + " prompt = replace(hex(zeroblob(5000)), '00', 'pppp')");

    moves.bring(board);

    var session = OldBoard.SESSION;
    assertThat(moves.value("session_message", "session_id", session, "content").asString(""))
        .isEqualTo("p".repeat(8192));
    assertThat(moves.value("session_message", "session_id", session, "is_truncated").asInt(0))
        .isEqualTo(1);
    assertThat(moves.value("turn", "session_id", session, "prompt").asString("")).hasSize(20_000);
  }

  @Test
  void a_row_that_no_board_can_have_stays_behind() throws Exception {
    var board = board("0.0.157");
    board.change("update execution_processes set exit_code = 99999999999");

    var rehearsed = moves.rehearse(board);

    assertThat(rehearsed.reasons())
        .contains("1 process: 'exit_code' of 'execution_process' cannot be 99999999999");
    assertThat(rehearsed.counts()).doesNotContainKey("execution_process").containsKey("attempt");
    assertThat(moves.bring(board)).isEqualTo(rehearsed);
    assertThat(moves.moveOn()).isPositive();
  }

  @Test
  void a_repository_of_another_machine_stays_behind() throws Exception {
    var board = board("0.0.157");
    board.change("update repos set path = 'C:\\shop', name = 'C:\\shop'");

    assertThat(moves.bring(board).reasons())
        .contains("repository C:\\shop: its path is none of this machine");

    assertThat(moves.moveOn()).isPositive();
  }
}
