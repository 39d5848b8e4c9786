package dev.baton.orchestrator.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.changes.Commits.CommitResult;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.Git.GitTimes;
import dev.baton.orchestrator.git.GitTest;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitsTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  CommitsTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    workspace = sandbox.start(repository);
    worktree = workspace.agentDirectory();
  }

  @Test
  void nothing_is_committed_if_nothing_changed() {
    Sandbox.write(worktree.resolve("x.log"), "ignored");
    assertThat(sandbox.commit(workspace)).isEqualTo(new CommitResult.Nothing());
    assertThat(sandbox.commitOf(worktree, "HEAD")).isEqualTo(sandbox.commitOf(repository, "main"));
  }

  @Test
  void changes_untracked_files_and_deletions_are_committed_in_the_users_name() throws IOException {
    Sandbox.write(worktree.resolve("n"), "n\n");
    Files.delete(worktree.resolve("b.txt"));
    var message = "Fix – the login\n\n# not a comment\nBody";
    var result = sandbox.commits.commit(workspace, workspace.repos().getFirst(), message, _ -> {});
    assertThat(result).isEqualTo(new CommitResult.Committed());
    assertThat(sandbox.run(worktree, "log", "-1", "--format=%an <%ae> %cn%n%B"))
        .isEqualTo("Ada <ada@example.org> Ada\n" + message);
    assertThat(sandbox.run(worktree, "status", "--porcelain")).isEmpty();
    assertThat(sandbox.run(worktree, "show", "--name-status", "--format=", "HEAD"))
        .isEqualTo("D\tb.txt\nA\tn");
  }

  @Test
  void without_a_user_it_is_baton() {
    sandbox.run(repository, "config", "--unset", "user.name");
    sandbox.run(repository, "config", "--unset", "user.email");
    Sandbox.write(worktree.resolve("n"), "n");
    sandbox.commit(workspace);
    assertThat(sandbox.run(worktree, "log", "-1", "--format=%an <%ae> %cn <%ce>"))
        .isEqualTo("Baton <baton@localhost> Baton <baton@localhost>");
  }

  @Test
  void hooks_run_and_may_refuse() {
    GitTest.hook(repository, "pre-commit", "echo 'no trailing blanks, please' >&2; exit 1");
    Sandbox.write(worktree.resolve("n"), "n");
    assertThat(sandbox.commit(workspace))
        .isEqualTo(new CommitResult.Refused("no trailing blanks, please"));
    assertThat(sandbox.commitOf(worktree, "HEAD")).isEqualTo(sandbox.commitOf(repository, "main"));
    assertThat(worktree.resolve("n")).hasContent("n");
    GitTest.hook(repository, "pre-commit", "exit 0");
    GitTest.hook(repository, "commit-msg", "echo >> \"$1\"; echo 'Signed by a hook' >> \"$1\"");
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
    assertThat(sandbox.run(worktree, "log", "-1", "--format=%B")).endsWith("Signed by a hook");
  }

  @Test
  void a_program_that_a_hook_leaves_running_is_not_waited_for() {
    GitTest.hook(repository, "post-commit", "sleep 300 & echo $! > ../../../../pid");
    Sandbox.write(worktree.resolve("n"), "n");
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
    var pid = Long.parseLong(Sandbox.read(sandbox.directory.resolve("pid")).strip());
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly)).contains(true);
  }

  @Test
  void a_repository_inside_is_left_out_and_named() {
    sandbox.shell(
        worktree,
        """
        git init -q full && cd full && git config user.name x && git config user.email x
        echo f > f && git add . && git commit -qm f && cd .. && git init -q empty && echo n > n
        """);
    var told = new ArrayList<String>();
    assertThat(
            sandbox.commits.commit(workspace, workspace.repos().getFirst(), "Message", told::add))
        .isEqualTo(new CommitResult.Committed());
    assertThat(told)
        .extracting(line -> line.substring(0, line.indexOf(" was not committed: ")))
        .containsExactly("full", "empty");
    assertThat(sandbox.run(worktree, "ls-tree", "--name-only", "HEAD").lines())
        .containsExactly(".gitignore", "a.txt", "b.txt", "n");
    assertThat(sandbox.commit(workspace)).isEqualTo(new CommitResult.Nothing());
  }

  @Test
  void a_lock_that_a_killed_git_left_is_named_long_before_the_wait_for_a_lock_is_over() {
    Sandbox.write(worktree.resolve("n"), "n");
    var lock = Sandbox.write(repository.resolve(".git/worktrees/app/index.lock"), "");
    assertThatThrownBy(() -> sandbox.commit(workspace))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.TARGET_DIRTY);
              assertThat(failure)
                  .hasMessageStartingWith("Lock file %s is in the way".formatted(lock));
              assertThat(failure.hint()).startsWith("Delete the file");
            });
    assertThat(worktree.resolve("n")).hasContent("n");
  }

  @Test
  void a_locked_index_is_waited_for_and_then_named() throws IOException, InterruptedException {
    Sandbox.write(worktree.resolve("n"), "n");
    var lock = Sandbox.write(repository.resolve(".git/worktrees/app/index.lock"), "");
    var impatient =
        new Commits(
            sandbox.git(
                new GitTimes(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(150))),
            sandbox.data);
    assertThatThrownBy(
            () -> impatient.commit(workspace, workspace.repos().getFirst(), "x", _ -> {}))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
              assertThat(failure).hasMessage("Another git program holds %s", lock);
            });
    var unlocking =
        Thread.startVirtualThread(
            () -> {
              Awaitility.await().pollDelay(Duration.ofMillis(200)).until(() -> true);
              assertThat(lock.toFile().delete()).isTrue();
            });
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
    assertThat(unlocking.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void a_worktree_without_its_link_to_git_commits_to_its_own_repository() throws IOException {
    sandbox.run(sandbox.data, "init", "-q");
    Files.delete(worktree.resolve(".git"));
    Sandbox.write(worktree.resolve("n"), "n");
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
    assertThat(sandbox.show(repository, workspace.branch(), "n")).isEqualTo("n");
  }

  @Test
  void a_worktree_that_was_deleted_and_made_anew_is_not_committed_as_the_deletion_of_all() {
    var head = sandbox.commitOf(worktree, "HEAD");
    for (var script : List.of("rm -rf app && mkdir app", "echo late > app/late")) {
      sandbox.shell(workspace.root(), script);
      assertThatThrownBy(() -> sandbox.commit(workspace))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure ->
                  assertThat(failure.hint())
                      .isEqualTo("It comes back with the next follow_up of its attempt"))
          .hasMessage("All files of worktree %s were deleted, its link to git too", worktree);
      assertThat(sandbox.commitOf(repository, workspace.branch())).isEqualTo(head);
    }
  }

  @Test
  void a_merge_that_the_agent_left_open_is_committed() {
    Sandbox.write(repository.resolve("t"), "t");
    sandbox.commitAll(repository, "Theirs");
    sandbox.run(worktree, "merge", "-q", "--no-commit", "--no-ff", "main");
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
    assertThat(sandbox.run(worktree, "log", "-1", "--format=%P")).contains(" ");
  }
}
