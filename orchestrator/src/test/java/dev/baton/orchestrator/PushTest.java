package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the branch of an attempt is pushed to, and what it may replace there. */
@Tag("slow")
class PushTest {
  @TempDir Path directory;
  private TestBaton baton;
  private Path bare;

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory);
    bare = TestForge.remote(baton.repository(), TestForge.GITHUB);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID ended(String... script) {
    var started = baton.start(script);
    baton.awaitEnd(started.attemptId());
    return started.attemptId();
  }

  private void goOn(UUID attempt, String script) {
    baton.orchestrator().followUps().send(caller(), to(attempt, script));
    baton.awaitEnd(attempt);
  }

  private String branch(UUID attempt) {
    return baton.status(attempt).attempt().branch();
  }

  private RepoPullRequest push(UUID attempt) {
    return baton
        .orchestrator()
        .pullRequests()
        .push(new PushRequest(attempt, Optional.empty()))
        .getFirst();
  }

  private RepoPullRequest create(UUID attempt) {
    return baton
        .orchestrator()
        .pullRequests()
        .create(
            new NewPullRequest(
                new PushRequest(attempt, Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                false))
        .getFirst();
  }

  private static ToolFailure failure(ThrowingCallable work) {
    return catchThrowableOfType(ToolFailure.class, work);
  }

  @Test
  void after_an_update_the_rewritten_branch_replaces_the_one_that_was_pushed() throws Exception {
    var attempt = ended("write a.txt one");
    push(attempt);
    Files.writeString(baton.repository().resolve("news.txt"), "news\n");
    git(baton.repository(), "add", "--all");
    git(baton.repository(), "commit", "--quiet", "-m", "News");
    var updated =
        baton
            .orchestrator()
            .updates()
            .update(
                new UpdateRequest(
                    attempt, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, false));
    assertThat(updated.keptRefs()).hasSize(1);

    push(attempt);

    assertThat(git(bare, "show", branch(attempt) + ":news.txt")).isEqualTo("news");
    assertThat(git(bare, "show", branch(attempt) + ":a.txt")).isEqualTo("one");
  }

  @Test
  void what_somebody_else_pushed_to_the_branch_is_not_overwritten() throws Exception {
    var attempt = ended("write a.txt one");
    push(attempt);
    var other = directory.resolve("other");
    git(directory, "clone", "--quiet", bare.toString(), other.toString());
    git(other, "checkout", "--quiet", branch(attempt));
    git(
        other,
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@y",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "Theirs");
    git(other, "push", "--quiet");
    var theirs = git(bare, "rev-parse", branch(attempt));
    goOn(attempt, "write b.txt two");

    var failure = failure(() -> push(attempt));

    assertThat(failure.code()).isEqualTo(BoardFailureCode.GIT_CONFLICT);
    assertThat(git(bare, "rev-parse", branch(attempt))).isEqualTo(theirs);
    var worktree = baton.status(attempt).workspacePath();
    assertThat(failure.hint())
        .isEqualTo(
            "Run in %s: git fetch origin %s && git merge FETCH_HEAD; then repeat the call"
                .formatted(worktree, branch(attempt)));
    git(worktree, "fetch", "--quiet", "origin", branch(attempt));
    git(worktree, "merge", "--quiet", "FETCH_HEAD");
    assertThat(push(attempt).pushedCommit()).contains(git(worktree, "rev-parse", "HEAD"));
  }

  @Test
  void a_turn_that_was_pushed_and_is_taken_back_is_kept() {
    var attempt = ended("write a.txt one");
    push(attempt);

    var retried =
        baton
            .orchestrator()
            .turns()
            .retry(new RetryRequest(attempt, 0, Optional.of("write b.txt two"), Optional.empty()));
    baton.awaitEnd(attempt);
    push(attempt);

    assertThat(retried.keptRefs())
        .singleElement()
        .satisfies(
            ref -> assertThat(git(baton.repository(), "show", ref + ":a.txt")).isEqualTo("one"));
    assertThat(git(bare, "ls-tree", "--name-only", branch(attempt))).contains("b.txt");
  }

  @Test
  void hooks_of_the_repository_do_not_run() throws Exception {
    var hook = baton.repository().resolve(".git/hooks/pre-push");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\nexit 1\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();

    assertThat(push(ended("write a.txt one")).pushedCommit()).isPresent();
  }

  @Test
  void a_directory_can_be_pushed_to_and_has_no_pull_requests() {
    git(baton.repository(), "remote", "set-url", "origin", bare.toString());
    var attempt = ended("write a.txt one");

    var pushed = push(attempt);

    assertThat(pushed.state()).isEqualTo(PullRequestState.NONE);
    assertThat(pushed.host()).isEqualTo(RepoPullRequest.NO_HOST);
    assertThat(pushed.pullRequest()).isEmpty();
    var failure = failure(() -> create(attempt));
    assertThat(failure.code()).isEqualTo(BoardFailureCode.FORGE_UNAVAILABLE);
    assertThat(failure.hint()).contains("push_attempt");
  }

  @Test
  void an_address_that_is_only_pushed_to_is_also_looked_at() throws Exception {
    var fork = directory.resolve("fork.git");
    git(directory, "clone", "--quiet", "--bare", bare.toString(), fork.toString());
    git(baton.repository(), "remote", "set-url", "origin", directory.resolve("gone").toString());
    git(baton.repository(), "remote", "set-url", "--push", "origin", fork.toString());
    var attempt = ended("write a.txt one");
    push(attempt);
    goOn(attempt, "write b.txt two");

    push(attempt);

    assertThat(git(fork, "show", branch(attempt) + ":b.txt")).isEqualTo("two");
  }

  @Test
  void a_repository_without_a_remote_says_so() {
    git(baton.repository(), "remote", "remove", "origin");
    var attempt = ended("write a.txt one");

    assertThatThrownBy(() -> push(attempt)).hasMessageContaining("has no remote to push to");
  }

  @Test
  void the_upstream_of_the_target_is_pushed_to_before_origin() {
    var attempt = ended("write a.txt one");
    var other = directory.resolve("upstream.git");
    git(directory, "clone", "--quiet", "--bare", bare.toString(), other.toString());
    git(baton.repository(), "remote", "add", "upstream", other.toString());
    git(baton.repository(), "config", "branch.main.remote", "upstream");

    push(attempt);

    assertThat(git(other, "branch", "--list", branch(attempt))).isNotEmpty();
    assertThat(git(bare, "branch", "--list", branch(attempt))).isEmpty();
  }
}
