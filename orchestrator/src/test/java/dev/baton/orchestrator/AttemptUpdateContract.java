package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdatedAttempt;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdatedAttempt.UpdatedRepo;
import dev.baton.orchestrator.start.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How attempts get the news of their target branches, whichever database is underneath. */
abstract class AttemptUpdateContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  AttemptUpdateContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private StartedAttempt ended(String... script) {
    var started = baton.start(script);
    baton.awaitEnd(started.attemptId());
    return started;
  }

  private Path worktree(UUID attemptId) {
    return baton.status(attemptId).workspacePath();
  }

  private void userCommits(Path repository, String file, String text) throws Exception {
    Files.writeString(repository.resolve(file), text);
    git(repository, "add", "--all");
    git(repository, "commit", "--quiet", "-m", "Of the user");
  }

  private static UpdateRequest request(UUID attemptId) {
    return new UpdateRequest(
        attemptId, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, false);
  }

  private UpdatedAttempt update(UUID attemptId) {
    return baton.orchestrator().updates().update(request(attemptId));
  }

  private UpdatedAttempt update(UUID attemptId, UpdateStrategy strategy) {
    return baton
        .orchestrator()
        .updates()
        .update(new UpdateRequest(attemptId, Optional.empty(), Optional.empty(), strategy, false));
  }

  private UpdatedAttempt move(UUID attemptId, String target) {
    return baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(
                attemptId, Optional.empty(), Optional.of(target), UpdateStrategy.REBASE, false));
  }

  private static UpdatedRepo only(UpdatedAttempt updated) {
    assertThat(updated.updates()).hasSize(1);
    return updated.updates().getFirst();
  }

  @Test
  void the_news_of_the_target_come_below_the_work_and_the_work_before_is_kept() throws Exception {
    var started = ended("write a.txt one");
    var before = git(worktree(started.attemptId()), "rev-parse", "HEAD");
    userCommits(baton.repository(), "news.txt", "news\n");

    var updated = update(started.attemptId());

    var worktree = worktree(started.attemptId());
    assertThat(only(updated).commit())
        .contains(git(baton.repository(), "rev-parse", started.workspaceBranch()));
    assertThat(only(updated).commits()).isEqualTo(1);
    assertThat(only(updated).conflicts()).isEmpty();
    assertThat(only(updated).targetBranch()).isEqualTo("main");
    assertThat(worktree.resolve("news.txt")).hasContent("news\n");
    assertThat(worktree.resolve("a.txt")).hasContent("one\n");
    assertThat(git(worktree, "rev-parse", "HEAD~1"))
        .isEqualTo(git(baton.repository(), "rev-parse", "main"));
    assertThat(git(worktree, "status", "--porcelain")).isEmpty();
    assertThat(updated.keptRefs()).hasSize(1);
    assertThat(git(baton.repository(), "rev-parse", updated.keptRefs().getFirst()))
        .isEqualTo(before);
    assertThat(updated.executionProcessId()).isEmpty();
  }

  @Test
  void a_merge_joins_both_histories() throws Exception {
    var started = ended("write a.txt one");
    var before = git(worktree(started.attemptId()), "rev-parse", "HEAD");
    userCommits(baton.repository(), "news.txt", "news\n");

    update(started.attemptId(), UpdateStrategy.MERGE);

    assertThat(git(worktree(started.attemptId()), "rev-parse", "HEAD^1", "HEAD^2"))
        .isEqualTo(before + "\n" + git(baton.repository(), "rev-parse", "main"));
  }

  @Test
  void what_was_resolved_in_a_merge_is_not_replayed_but_merged() throws Exception {
    var started = ended("write a.txt one");
    userCommits(baton.repository(), "news.txt", "news\n");
    update(started.attemptId(), UpdateStrategy.MERGE);
    userCommits(baton.repository(), "more.txt", "more\n");

    update(started.attemptId());

    assertThat(git(worktree(started.attemptId()), "log", "-1", "--format=%s"))
        .isEqualTo("Merge branch 'main' into " + started.workspaceBranch());
  }

  @Test
  void the_conflicts_of_all_commits_are_listed_and_nothing_changes() throws Exception {
    userCommits(baton.repository(), "second.txt", "at first\n");
    var started = ended("write README.md theirs");
    baton
        .orchestrator()
        .followUps()
        .send(caller(), to(started.attemptId(), "write second.txt theirs"));
    baton.awaitEnd(started.attemptId());
    baton.commitPolicy("none");
    baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "write b.txt two"));
    baton.awaitEnd(started.attemptId());
    userCommits(baton.repository(), "README.md", "mine\n");
    userCommits(baton.repository(), "second.txt", "mine\n");
    var worktree = worktree(started.attemptId());
    var head = git(worktree, "rev-parse", "HEAD");
    var status = git(worktree, "status", "--porcelain");
    assertThat(status).isEqualTo("?? b.txt");

    for (var strategy : UpdateStrategy.values()) {
      var updated = update(started.attemptId(), strategy);

      assertThat(only(updated).commit()).isEmpty();
      assertThat(only(updated).conflicts()).containsExactly("README.md", "second.txt");
      assertThat(updated.keptRefs()).isEmpty();
      assertThat(git(worktree, "rev-parse", "HEAD")).isEqualTo(head);
      assertThat(git(worktree, "status", "--porcelain")).isEqualTo(status);
      assertThat(worktree.resolve("README.md")).hasContent("theirs\n");
    }
  }

  @Test
  void uncommitted_work_goes_along_and_may_conflict() throws Exception {
    baton.commitPolicy("none");
    var started = ended("write README.md theirs", "write a.txt one");
    userCommits(baton.repository(), "news.txt", "news\n");
    update(started.attemptId());
    assertThat(worktree(started.attemptId()).resolve("README.md")).hasContent("theirs\n");
    assertThat(worktree(started.attemptId()).resolve("news.txt")).hasContent("news\n");

    baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "write news.txt mine"));
    baton.awaitEnd(started.attemptId());
    userCommits(baton.repository(), "news.txt", "other news\n");
    var head = git(worktree(started.attemptId()), "rev-parse", "HEAD");

    assertThat(only(update(started.attemptId())).conflicts()).containsExactly("news.txt");
    assertThat(git(worktree(started.attemptId()), "rev-parse", "HEAD")).isEqualTo(head);
    assertThat(worktree(started.attemptId()).resolve("news.txt")).hasContent("mine\n");
  }

  @Test
  void a_merge_does_not_bring_the_commits_of_the_old_target_to_another() throws Exception {
    git(baton.repository(), "branch", "release");
    userCommits(baton.repository(), "only-main.txt", "main\n");
    var id = ended("write a.txt one").attemptId();
    var request =
        new UpdateRequest(
            id, Optional.empty(), Optional.of("release"), UpdateStrategy.MERGE, false);

    assertThatThrownBy(() -> baton.orchestrator().updates().update(request))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("1 commits of 'main' that 'release' lacks");
  }

  @Test
  void a_branch_with_merges_moves_its_own_work_as_one_commit() throws Exception {
    git(baton.repository(), "branch", "release");
    userCommits(baton.repository(), "only-main.txt", "main\n");
    var started = ended("write a.txt one");
    userCommits(baton.repository(), "news.txt", "news\n");
    update(started.attemptId(), UpdateStrategy.MERGE);
    baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "write b.txt two"));
    baton.awaitEnd(started.attemptId());
    var worktree = worktree(started.attemptId());
    var before = git(worktree, "rev-parse", "HEAD");

    var moved = move(started.attemptId(), "release");

    assertThat(git(worktree, "rev-parse", "HEAD^@"))
        .isEqualTo(git(baton.repository(), "rev-parse", "release"));
    assertThat(git(worktree, "diff", "--name-only", "release", "HEAD")).isEqualTo("a.txt\nb.txt");
    assertThat(git(worktree, "status", "--porcelain")).isEmpty();
    assertThat(git(worktree, "log", "-1", "--format=%s"))
        .isEqualTo("Move %s from 'main' to 'release'".formatted(started.workspaceBranch()));
    assertThat(moved.keptRefs()).hasSize(1);
    assertThat(git(baton.repository(), "rev-parse", moved.keptRefs().getFirst())).isEqualTo(before);
  }

  @Test
  void an_attempt_moves_to_another_target_for_later_merges_and_diffs() throws Exception {
    git(baton.repository(), "branch", "release");
    userCommits(baton.repository(), "only-main.txt", "main\n");
    var started = ended("write a.txt one");

    var moved = move(started.attemptId(), "release");

    assertThat(only(moved).targetBranch()).isEqualTo("release");
    assertThat(worktree(started.attemptId()).resolve("only-main.txt")).doesNotExist();
    assertThat(
            baton.orchestrator().work().changes(started.attemptId(), false).files().stream()
                .map(file -> file.path()))
        .containsExactly("a.txt");
    assertThat(baton.orchestrator().attempts().context(started.attemptId()).repos())
        .singleElement()
        .satisfies(repo -> assertThat(repo.targetBranch()).isEqualTo("release"));

    baton
        .orchestrator()
        .merges()
        .merge(
            new MergeRequest(
                started.attemptId(),
                Optional.empty(),
                MergeStrategy.SQUASH,
                Optional.empty(),
                false));
    assertThat(git(baton.repository(), "show", "release:a.txt")).isEqualTo("one");
    assertThat(git(baton.repository(), "ls-tree", "--name-only", "main")).doesNotContain("a.txt");
  }

  @Test
  void several_repositories_are_updated_together_or_not_at_all() throws Exception {
    var started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/README.md two");
    userCommits(baton.repository(), "news.txt", "news\n");
    userCommits(directory.resolve("other"), "README.md", "mine\n");

    var refused = update(started.attemptId());
    assertThat(refused.updates()).extracting(UpdatedRepo::commit).containsOnly(Optional.empty());
    assertThat(refused.updates().getLast().conflicts()).containsExactly("other/README.md");
    assertThat(worktree(started.attemptId()).resolve("repo/news.txt")).doesNotExist();

    var repo = baton.orchestrator().projects().listRepos(baton.projectId()).getFirst();
    var alone =
        baton
            .orchestrator()
            .updates()
            .update(
                new UpdateRequest(
                    started.attemptId(),
                    Optional.of(repo.id()),
                    Optional.empty(),
                    UpdateStrategy.REBASE,
                    false));
    assertThat(only(alone).repoName()).isEqualTo("repo");
    assertThat(worktree(started.attemptId()).resolve("repo/news.txt")).hasContent("news\n");
  }

  private static void assertRefused(Callable<?> call, Object code, String words) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat((Object) failure.code()).isEqualTo(code);
              assertThat(failure).hasMessageContaining(words);
              assertThat(failure.hint()).isNotBlank();
            });
  }

  @Test
  void what_cannot_be_updated_is_refused_with_the_reason() throws Exception {
    var unknown = UUID.randomUUID();
    assertRefused(() -> update(unknown), FailureCode.NOT_FOUND, unknown.toString());
    var started = ended("write a.txt one");
    var id = started.attemptId();
    assertRefused(() -> move(id, "nowhere"), FailureCode.NOT_FOUND, "'nowhere'");
    assertRefused(() -> move(id, " "), FailureCode.INVALID_ARGUMENT, "target_branch is blank");
    assertRefused(() -> move(id, started.workspaceBranch()), FailureCode.INVALID_ARGUMENT, "own");
    assertRefused(
        () ->
            baton
                .orchestrator()
                .updates()
                .update(
                    new UpdateRequest(
                        id, Optional.of(unknown), Optional.empty(), UpdateStrategy.REBASE, false)),
        FailureCode.NOT_FOUND,
        "does not work on repo");
    baton.orchestrator().followUps().send(caller(), to(id, "hang"));
    assertRefused(() -> update(id), BoardFailureCode.ATTEMPT_BUSY, "is running");
    baton.orchestrator().attempts().stop(id, true);
  }

  @Test
  void nothing_new_changes_nothing() {
    var started = ended("write a.txt one");

    var updated = update(started.attemptId());

    assertThat(only(updated).commits()).isZero();
    assertThat(only(updated).commit())
        .contains(git(worktree(started.attemptId()), "rev-parse", "HEAD"));
    assertThat(updated.keptRefs()).isEmpty();
  }

  @Test
  void of_two_callers_at_once_each_is_answered_and_the_work_is_there_once() throws Exception {
    var started = ended("write a.txt one");
    userCommits(baton.repository(), "news.txt", "news\n");

    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          callers.invokeAll(
              List.<Callable<String>>of(
                  () -> outcome(started.attemptId()),
                  () -> outcome(started.attemptId()),
                  () -> outcome(started.attemptId())));
      for (var call : calls) {
        assertThat(call.get()).isIn("updated", "attempt_busy");
      }
    }

    var worktree = worktree(started.attemptId());
    assertThat(git(worktree, "rev-list", "--count", "main..HEAD")).isEqualTo("1");
    assertThat(git(worktree, "status", "--porcelain")).isEmpty();
  }

  private String outcome(UUID attemptId) {
    try {
      assertThat(only(update(attemptId)).conflicts()).isEmpty();
      return "updated";
    } catch (ToolFailure e) {
      return e.code().wireName();
    }
  }
}
