package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an attempt that was moved from one target branch to another. */
class MovedTargetTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;
  private UUID id = new UUID(0, 0);

  @BeforeEach
  void move() throws Exception {
    baton = TestBaton.in(directory);
    git(baton.repository(), "branch", "release");
    Files.writeString(baton.repository().resolve("only-main.txt"), "main\n");
    git(baton.repository(), "add", "--all");
    git(baton.repository(), "commit", "--quiet", "-m", "Of main");
    id = baton.start("write a.txt one").attemptId();
    baton.awaitEnd(id);
    baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(
                id, Optional.empty(), Optional.of("release"), UpdateStrategy.REBASE, false));
  }

  private Path worktree() {
    return baton.status(id).workspacePath();
  }

  @Test
  void a_branch_that_is_deleted_by_hand_comes_back_as_it_was_moved() {
    var branch = baton.status(id).attempt().branch();
    var moved = git(baton.repository(), "rev-parse", branch);
    git(baton.repository(), "update-ref", "-d", "refs/heads/" + branch);

    baton.orchestrator().followUps().send(caller(), to(id, "write b.txt two"));
    baton.awaitEnd(id);

    assertThat(git(worktree(), "rev-parse", "HEAD~1")).isEqualTo(moved);
    assertThat(git(worktree(), "log", "--format=%s")).doesNotContain("Of main");
  }

  @Test
  void so_it_does_when_its_worktree_is_gone_too() {
    var branch = baton.status(id).attempt().branch();
    var moved = git(baton.repository(), "rev-parse", branch);
    git(baton.repository(), "worktree", "remove", "--force", worktree().toString());
    git(baton.repository(), "update-ref", "-d", "refs/heads/" + branch);

    baton.orchestrator().followUps().send(caller(), to(id, "write b.txt two"));
    baton.awaitEnd(id);

    assertThat(git(worktree(), "rev-parse", "HEAD~1")).isEqualTo(moved);
  }

  @Test
  void a_retried_turn_says_which_target_it_brings_back() {
    var turns = baton.orchestrator().turns();
    assertThat(turns.listReturningTargets(id, 0)).containsExactly("main");

    var retried = turns.retry(new RetryRequest(id, 0, Optional.of("say hi"), Optional.empty()));
    baton.awaitEnd(id);

    assertThat(retried.targets()).containsExactly("main");
    assertThat(turns.listReturningTargets(id, 1)).isEmpty();
  }
}
