package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.vibekanban.OldBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Worktrees of vibe-kanban that git does not move: with submodules, or on another disk. */
@Tag("slow")
class VibeKanbanWorktreesTest {
  private static final Path OTHER_DISK = Path.of("/dev/shm");

  @TempDir private Path temporary;
  private VibeKanbanMoves moves;
  private Path old;

  @BeforeEach
  void prepare() throws IOException {
    moves = new VibeKanbanMoves(temporary);
    old = Files.createDirectories(temporary.resolve("old")).toRealPath();
  }

  @AfterEach
  void clean() throws IOException {
    if (!old.startsWith(temporary.toRealPath())) {
      TestRepository.git(temporary, "-c", "alias.clean-up=!rm -rf", "clean-up", old.toString());
    }
  }

  private void useOtherDisk() throws IOException {
    assumeTrue(
        Files.isDirectory(OTHER_DISK)
            && !Files.getFileStore(OTHER_DISK).equals(Files.getFileStore(temporary)),
        "This machine has no second disk that everybody can write to");
    old = Files.createTempDirectory(OTHER_DISK, "baton").toRealPath();
  }

  /** A submodule with another one inside of it, and work in both that is not committed. */
  private void addSubmodules(Path worktree) {
    var inner = TestRepository.make(old.resolve("inner"), "inner.txt", "inner\n");
    var outer = TestRepository.make(old.resolve("outer"), "outer.txt", "outer\n");
    submodule(outer, "add", inner.toString(), "in/ner");
    TestRepository.commitAll(outer, "Inner");
    submodule(worktree, "add", outer.toString(), "libs/outer");
    submodule(worktree, "update", "--init", "--recursive");
    git(worktree, "commit", "-q", "-m", "Outer");
    TestRepository.write(worktree.resolve("libs/outer/new.txt"), "not committed\n");
    TestRepository.write(worktree.resolve("libs/outer/in/ner/new.txt"), "not committed\n");
  }

  private static void submodule(Path place, String command, String... arguments) {
    var words = new String[arguments.length + 5];
    words[0] = "-c";
    words[1] = "protocol.file.allow=always";
    words[2] = "submodule";
    words[3] = "--quiet";
    words[4] = command;
    System.arraycopy(arguments, 0, words, 5, arguments.length);
    git(place, words);
  }

  private static void checkSubmodules(Path worktree) {
    for (var name : new String[] {"libs/outer", "libs/outer/in/ner"}) {
      var submodule = worktree.resolve(name);
      assertThat(git(submodule, "rev-parse", "--show-toplevel")).isEqualTo(submodule.toString());
      assertThat(git(submodule, "status", "--porcelain", "--untracked-files=all"))
          .contains("?? new.txt");
      var gitDirectory = Path.of(git(submodule, "rev-parse", "--absolute-git-dir"));
      assertThat(git(gitDirectory, "rev-parse", "--show-toplevel"))
          .as("git finds the files from its own directory")
          .isEqualTo(submodule.toString());
    }
    assertThat(git(worktree, "submodule", "status", "--recursive").lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith(" "));
  }

  private static void goOn(TestBaton baton, OldBoard board) {
    assertThat(baton.orchestrator().work().changes(OldBoard.ATTEMPT, false).toString())
        .contains("done.txt", "open.txt");
    baton
        .orchestrator()
        .followUps()
        .send(TestBaton.caller(), TestBaton.to(OldBoard.ATTEMPT, "write here.txt done here"));
    assertThat(baton.awaitEnd(OldBoard.ATTEMPT).attempt().state())
        .isInstanceOf(AttemptState.Completed.class);
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
  void a_worktree_with_submodules_is_moved_with_them_and_goes_on() throws Exception {
    var board = OldBoard.of("0.0.123", old);
    var worktree = old.resolve("worktrees/1234-fix");
    addSubmodules(worktree);

    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("the worktree"));

    assertThat(worktree).doesNotExist();
    var moved =
        moves.here().resolve("data/worktrees").resolve(OldBoard.ATTEMPT.toString()).resolve("shop");
    checkSubmodules(moved);
    assertThat(moves.bring(board).counts()).as("the same again").isEmpty();
    try (var baton = TestBaton.again(moves.here())) {
      goOn(baton, board);
      checkSubmodules(moved);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_worktree_on_another_disk_gets_a_directory_around_it_there(boolean hasSubmodules)
      throws Exception {
    useOtherDisk();
    var board = OldBoard.of("0.0.123", old);
    var root = old.resolve("worktrees/1234-fix");
    if (hasSubmodules) {
      addSubmodules(root);
    }

    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("the worktree"));

    assertThat(moves.bring(board).counts()).as("the same again").isEmpty();
    assertThat(root.resolve("shop/open.txt")).hasContent("not committed there");
    try (var baton = TestBaton.again(moves.here())) {
      goOn(baton, board);
      if (hasSubmodules) {
        checkSubmodules(root.resolve("shop"));
      }
      baton.orchestrator().deletions().deleteAttempt(OldBoard.ATTEMPT);
    }
    assertThat(old.resolve("worktrees")).as("deleted on that disk").isEmptyDirectory();
  }

  @Test
  void a_workspace_on_another_disk_can_be_deleted() throws Exception {
    useOtherDisk();
    var board = OldBoard.of("0.0.157", old);
    moves.bring(board);

    try (var baton = TestBaton.again(moves.here())) {
      goOn(baton, board);
      baton.orchestrator().deletions().deleteAttempt(OldBoard.ATTEMPT);
    }

    assertThat(old.resolve("worktrees")).isEmptyDirectory();
  }

  @Test
  void a_move_that_was_cut_short_is_finished_by_the_next_import() throws Exception {
    var board = OldBoard.of("0.0.123", old);
    var worktree = old.resolve("worktrees/1234-fix");
    git(board.repository(), "worktree", "lock", worktree.toString());
    moves.bring(board);
    git(board.repository(), "worktree", "unlock", worktree.toString());
    var moved =
        moves.here().resolve("data/worktrees").resolve(OldBoard.ATTEMPT.toString()).resolve("shop");
    Files.createDirectories(moved.getParent());
    Files.move(worktree, moved);

    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("the worktree"));

    try (var baton = TestBaton.again(moves.here())) {
      goOn(baton, board);
    }
  }

  @Test
  void a_worktree_whose_repository_is_gone_stays_until_it_is_back() throws Exception {
    var board = OldBoard.of("0.0.123", old);
    var worktree = old.resolve("worktrees/1234-fix");
    var elsewhere = Files.move(board.repository(), old.resolve("elsewhere"));

    assertThat(moves.bring(board).reasons())
        .anyMatch(
            reason ->
                reason.startsWith("the worktree " + worktree)
                    && reason.contains("there is no repository at " + board.repository()));

    Files.move(elsewhere, board.repository());
    assertThat(moves.bring(board).reasons()).noneMatch(reason -> reason.startsWith("the worktree"));
    try (var baton = TestBaton.again(moves.here())) {
      goOn(baton, board);
    }
  }
}
