package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pull request that does not go the way of its attempt. */
class MergedPullRequestTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;
  private TestForge gh;
  private UUID id = new UUID(0, 0);

  @BeforeEach
  void propose() throws Exception {
    gh = TestForge.of(directory.resolve("bin"), "gh");
    baton = TestBaton.in(directory, setup -> setup.withForges(gh.forges()));
    TestForge.remote(baton.repository(), TestForge.GITHUB);
    id = baton.start("write a.txt one").attemptId();
    baton.awaitEnd(id);
    baton
        .orchestrator()
        .pullRequests()
        .create(
            new NewPullRequest(
                new PushRequest(id, Optional.empty()), Optional.empty(), Optional.empty(), false));
  }

  private void mergedThere() {
    gh.put("state", "MERGED");
    var seen = baton.orchestrator().pullRequestWatch().look(id).pullRequests().getFirst();
    assertThat(seen.state()).isEqualTo(PullRequestState.MERGED);
  }

  private BoardTaskStatus status() {
    var task = baton.status(id).attempt().taskId();
    return baton.orchestrator().board().loadTask(task).task().status();
  }

  private List<String> said() {
    return baton.log(id, LogChannel.NORMALIZED).stream().map(LogEntry::content).toList();
  }

  private List<UUID> needs() {
    return baton.orchestrator().needsYou().list(10).stream().map(Need::attemptId).toList();
  }

  @Test
  void one_that_is_open_goes_to_the_new_target_with_the_next_push() throws Exception {
    git(baton.repository(), "branch", "release");
    baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(
                id, Optional.empty(), Optional.of("release"), UpdateStrategy.REBASE, false));

    var push = new PushRequest(id, Optional.empty());
    baton.orchestrator().pullRequests().push(push);
    var pushed = baton.orchestrator().pullRequests().push(push).getFirst();

    assertThat(pushed.targetBranch()).isEqualTo("release");
    assertThat(gh.text("base")).isEqualTo("release");
    assertThat(gh.count("pr edit")).isEqualTo(1);
  }

  @Test
  void what_a_turn_does_meanwhile_still_needs_somebody() {
    baton.orchestrator().followUps().send(caller(), to(id, "hang"));

    mergedThere();

    assertThat(status()).isEqualTo(BoardTaskStatus.IN_PROGRESS);
    baton.orchestrator().attempts().stop(id, true);
    baton.awaitEnd(id);
    assertThat(status()).isEqualTo(BoardTaskStatus.IN_REVIEW);
    assertThat(needs()).containsExactly(id);
  }

  @Test
  void commits_that_were_not_pushed_still_need_somebody() {
    baton.orchestrator().followUps().send(caller(), to(id, "write b.txt two"));
    baton.awaitEnd(id);

    mergedThere();

    assertThat(status()).isEqualTo(BoardTaskStatus.IN_REVIEW);
    assertThat(baton.orchestrator().needsYou().list(10))
        .singleElement()
        .extracting(Need::matter, InstanceOfAssertFactories.type(Matter.Finished.class))
        .satisfies(it -> assertThat(it.mergedPullRequest()).isPresent());
    assertThat(said()).anyMatch(words -> words.contains("was merged; the task stays open"));
  }

  @Test
  void so_do_files_that_were_not_committed() throws Exception {
    Files.writeString(baton.status(id).workspacePath().resolve("late.txt"), "late\n");

    mergedThere();

    assertThat(status()).isEqualTo(BoardTaskStatus.IN_REVIEW);
  }

  @Test
  void what_somebody_pushed_by_hand_is_in_it() {
    baton.orchestrator().followUps().send(caller(), to(id, "write b.txt two"));
    baton.awaitEnd(id);
    git(baton.repository(), "push", "--quiet", "origin", baton.status(id).attempt().branch());

    mergedThere();

    assertThat(status()).isEqualTo(BoardTaskStatus.DONE);
    assertThat(needs()).isEmpty();
    assertThat(said()).noneMatch(words -> words.contains("the task stays open"));
  }
}
