package dev.baton.orchestrator.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.changes.Commits.CommitResult;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks of the repository run at our commits, and none that an agent may have written. */
class CommitHooksTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Path proof;

  CommitHooksTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("r");
    proof = sandbox.directory.resolve("proof");
  }

  /** A hook that leaves its name. */
  private Path hook(Path file, String words) {
    var written = Sandbox.write(file, "#!/bin/sh\necho '%s' >> '%s'\n".formatted(words, proof));
    assertThat(written.toFile().setExecutable(true)).isTrue();
    return written;
  }

  /** A workspace of a repository that has hooks among its files. */
  private Workspace withHooks() {
    hook(repository.resolve("hooks/pre-commit"), "own");
    Sandbox.write(repository.resolve("hooks/lib.sh"), "true\n");
    sandbox.commitAll(repository, "Hooks");
    sandbox.run(repository, "config", "core.hooksPath", "hooks");
    return sandbox.start(repository);
  }

  private Path worktree(Workspace workspace) {
    return workspace.worktree(workspace.repos().getFirst());
  }

  private void commit(Workspace workspace) {
    Sandbox.write(worktree(workspace).resolve("n"), "n");
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
  }

  private static String skipped(String hook) {
    return "Hook %s did not run at the commit: it lies in the workspace and differs from branch main"
        .formatted(hook);
  }

  @Test
  void one_of_the_repository_runs_and_one_that_the_agent_wrote_does_not() {
    var workspace = withHooks();
    hook(worktree(workspace).resolve("hooks/post-commit"), "planted");

    commit(workspace);

    assertThat(proof).hasContent("own");
    assertThat(sandbox.told).containsExactly(skipped("hooks/post-commit"));
  }

  @Test
  void one_that_the_agent_changed_does_not_run() {
    var workspace = withHooks();
    hook(worktree(workspace).resolve("hooks/pre-commit"), "planted");

    commit(workspace);

    assertThat(proof).doesNotExist();
    assertThat(sandbox.told).containsExactly(skipped("hooks/pre-commit"));
  }

  @Test
  void one_that_the_agent_committed_does_not_run_either() {
    var workspace = withHooks();
    hook(worktree(workspace).resolve("hooks/pre-commit"), "planted");
    sandbox.commitAll(worktree(workspace), "A better hook");

    commit(workspace);

    assertThat(proof).doesNotExist();
  }

  @Test
  void one_whose_helper_the_agent_changed_does_not_run() {
    var workspace = withHooks();
    Sandbox.write(worktree(workspace).resolve("hooks/lib.sh"), "echo planted\n");

    commit(workspace);

    assertThat(proof).doesNotExist();
    assertThat(sandbox.told).containsExactly(skipped("hooks/pre-commit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil", "%s/evil", "../evil", "evil/../evil"})
  void a_directory_of_hooks_that_the_agent_named_counts_wherever_it_is_in_the_workspace(
      String place) {
    var workspace = sandbox.start(repository);
    var worktree = worktree(workspace);
    hook(worktree.resolve("evil/pre-commit"), "planted");
    hook(workspace.root().resolve("evil/pre-commit"), "planted");
    sandbox.run(worktree, "config", "core.hooksPath", place.formatted(worktree));

    commit(workspace);

    assertThat(proof).doesNotExist();
    assertThat(sandbox.told).hasSize(1);
  }

  @Test
  void a_directory_that_became_a_link_is_not_followed() throws IOException {
    var workspace = withHooks();
    var hooks = worktree(workspace).resolve("hooks");
    hook(sandbox.directory.resolve("elsewhere/pre-commit"), "planted");
    sandbox.run(worktree(workspace), "rm", "-r", "-q", "hooks");
    Files.createSymbolicLink(hooks, sandbox.directory.resolve("elsewhere"));

    commit(workspace);

    assertThat(proof).doesNotExist();
    assertThat(sandbox.told).containsExactly(skipped("hooks/pre-commit"));
  }

  @Test
  void a_hook_of_git_that_leads_into_the_workspace_counts_as_what_it_leads_to() throws IOException {
    Sandbox.write(repository.resolve("tools/check"), "");
    hook(repository.resolve("tools/check"), "own");
    sandbox.commitAll(repository, "A check");
    var workspace = sandbox.start(repository);
    var check = worktree(workspace).resolve("tools/check");
    Files.createSymbolicLink(
        Files.createDirectories(repository.resolve(".git/hooks")).resolve("pre-commit"), check);

    commit(workspace);
    assertThat(proof).hasContent("own");
    hook(check, "planted");
    commit(workspace);

    assertThat(proof).hasContent("own");
    assertThat(sandbox.told).hasSize(1);
  }

  @Test
  void hooks_outside_of_the_workspace_are_the_users() {
    hook(sandbox.directory.resolve("mine/pre-commit"), "mine");
    sandbox.run(
        repository, "config", "core.hooksPath", sandbox.directory.resolve("mine").toString());

    commit(sandbox.start(repository));

    assertThat(proof).hasContent("mine");
    assertThat(sandbox.told).isEmpty();
  }
}
