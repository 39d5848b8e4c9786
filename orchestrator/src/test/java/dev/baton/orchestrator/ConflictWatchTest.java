package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.TargetConflict;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.task.MovableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether work in review fits its target branch is known without anybody asking. */
class ConflictWatchTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;
  private final MovableClock clock = MovableClock.running();

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, setup -> setup.withClock(clock));
  }

  private UUID finished(String script) {
    var id = baton.start(script).attemptId();
    baton.awaitEnd(id);
    return id;
  }

  private void awaitConflict(UUID id, Optional<TargetConflict> expected) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> baton.status(id).attempt().conflict().equals(expected));
  }

  @Test
  void a_merge_of_other_work_tells_it_and_a_target_that_is_moved_by_hand_takes_it_back() {
    var first = finished("write README.md one");
    var second = finished("write README.md two");
    var third = finished("write a.txt three");

    baton
        .orchestrator()
        .merges()
        .merge(
            new MergeRequest(
                first, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false));

    awaitConflict(second, Optional.of(new TargetConflict("main", 1)));
    assertThat(baton.status(third).attempt().conflict()).isEmpty();
    git(baton.repository(), "reset", "--quiet", "--hard", "HEAD~1");
    clock.advance(Duration.ofMinutes(2));
    awaitConflict(second, Optional.empty());
  }

  @Test
  void a_merge_that_somebody_resolved_in_the_workspace_takes_it_back_before_it_is_committed()
      throws Exception {
    var id = finished("write README.md one");
    Files.writeString(baton.repository().resolve("README.md"), "mine\n");
    git(baton.repository(), "commit", "--quiet", "-am", "Mine");
    clock.advance(Duration.ofMinutes(2));
    awaitConflict(id, Optional.of(new TargetConflict("main", 1)));
    var worktree = Path.of(baton.status(id).workspacePath().toString());

    git(worktree, "merge", "--quiet", "--no-commit", "-X", "ours", "main");
    clock.advance(Duration.ofMinutes(2));

    awaitConflict(id, Optional.empty());
  }

  @Test
  void a_commit_of_the_user_tells_it_and_the_look_writes_nothing_into_the_repository()
      throws Exception {
    baton.commitPolicy("none");
    var id = finished("write README.md one");
    Files.writeString(baton.repository().resolve("README.md"), "mine\n");
    git(baton.repository(), "commit", "--quiet", "-am", "Mine");
    var before = objects();

    clock.advance(Duration.ofMinutes(2));

    awaitConflict(id, Optional.of(new TargetConflict("main", 1)));
    assertThat(objects()).isEqualTo(before);
  }

  private List<Path> objects() throws IOException {
    try (var files = Files.walk(baton.repository().resolve(".git/objects"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
