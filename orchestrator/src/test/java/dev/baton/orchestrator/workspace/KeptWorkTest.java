package dev.baton.orchestrator.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that an agent made is lost when its workspace goes. */
@Tag("slow")
class KeptWorkTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  KeptWorkTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    workspace = sandbox.start(repository);
    worktree = workspace.agentDirectory();
  }

  private String ref(String name) {
    return "refs/baton/kept/%s/%s".formatted(workspace.attempt(), name);
  }

  private void assertGone() {
    assertThat(workspace.root()).doesNotExist();
    assertThat(sandbox.refs(repository)).doesNotContain("refs/heads/" + workspace.branch());
    assertThat(sandbox.run(repository, "worktree", "list").lines()).hasSize(1);
  }

  private String kept(String name, String path) {
    return sandbox.show(repository, ref(name), path);
  }

  @Test
  void uncommitted_and_untracked_files_are_kept_and_ignored_ones_are_not() {
    Sandbox.write(worktree.resolve("a.txt"), "changed");
    Sandbox.write(worktree.resolve("new/file.txt"), "new");
    Sandbox.write(worktree.resolve("x.log"), "ignored");
    var refs = sandbox.workspaces.remove(workspace);
    assertThat(refs)
        .containsExactly(
            new KeptRef(
                "app",
                ref("uncommitted-1"),
                sandbox.commitOf(repository, ref("uncommitted-1")),
                KeptRef.Kind.UNCOMMITTED));
    assertThat(kept("uncommitted-1", "a.txt")).isEqualTo("changed");
    assertThat(kept("uncommitted-1", "new/file.txt")).isEqualTo("new");
    assertThat(sandbox.run(repository, "ls-tree", "-r", "--name-only", ref("uncommitted-1")))
        .doesNotContain("x.log");
    assertGone();
  }

  @Test
  void files_beside_the_worktrees_are_kept_in_the_first_repository() {
    var other = sandbox.repository("lib");
    var several = sandbox.start(repository, other);
    Sandbox.write(several.root().resolve("root.txt"), "x");
    Sandbox.write(several.root().resolve("notes/plan.md"), "plan");
    Sandbox.write(several.root().resolve("app.txt"), "named like a worktree");
    var refs = sandbox.workspaces.remove(several);
    var ref = "refs/baton/kept/%s/loose-1".formatted(several.attempt());
    assertThat(refs)
        .containsExactly(
            new KeptRef("app", ref, sandbox.commitOf(repository, ref), KeptRef.Kind.LOOSE));
    assertThat(sandbox.run(repository, "ls-tree", "-r", "--name-only", ref))
        .isEqualTo("app.txt\nnotes/plan.md\nroot.txt");
    assertThat(sandbox.show(repository, ref, "root.txt")).isEqualTo("x");
    assertThat(several.root()).doesNotExist();
  }

  @Test
  void a_repository_beside_the_worktrees_is_kept_with_its_history() {
    var several = sandbox.start(repository, sandbox.repository("lib"));
    var beside = several.root().resolve("beside");
    Sandbox.write(beside.resolve("f"), "f");
    sandbox.run(beside, "init", "-q", "-b", "main");
    sandbox.run(beside, "config", "user.name", "Ada");
    sandbox.run(beside, "config", "user.email", "ada@example.org");
    sandbox.commitAll(beside, "Beside");
    assertThat(sandbox.workspaces.remove(several))
        .extracting(KeptRef::kind)
        .contains(KeptRef.Kind.LOOSE, KeptRef.Kind.NESTED);
    var ref = "refs/baton/kept/%s/loose-1".formatted(several.attempt());
    assertThat(sandbox.show(repository, ref, "beside/f")).isEqualTo("f");
  }

  @Test
  void commits_that_are_not_merged_are_kept() {
    Sandbox.write(worktree.resolve("n"), "n");
    sandbox.commitAll(worktree, "Work");
    var commit = sandbox.commitOf(worktree, "HEAD");
    assertThat(sandbox.workspaces.remove(workspace))
        .containsExactly(new KeptRef("app", ref("unmerged-1"), commit, KeptRef.Kind.UNMERGED));
    assertGone();
  }

  @Test
  void commits_that_the_user_has_merged_need_not_be_kept() {
    Sandbox.write(worktree.resolve("n"), "n");
    sandbox.commitAll(worktree, "Work");
    sandbox.run(repository, "merge", "-q", workspace.branch());
    assertThat(sandbox.workspaces.remove(workspace)).isEmpty();
    assertGone();
  }

  @Test
  void what_was_staged_and_changed_again_is_kept_twice() {
    Sandbox.write(worktree.resolve("a.txt"), "staged");
    sandbox.run(worktree, "add", "a.txt");
    Sandbox.write(worktree.resolve("a.txt"), "later");
    sandbox.workspaces.remove(workspace);
    assertThat(kept("uncommitted-1", "a.txt")).isEqualTo("later");
    assertThat(sandbox.show(repository, ref("uncommitted-1") + "^2", "a.txt")).isEqualTo("staged");
  }

  @Test
  void what_was_staged_and_changed_again_is_kept_when_the_files_are_committed() {
    Sandbox.write(worktree.resolve("n"), "staged");
    Sandbox.write(worktree.resolve("a.txt"), "staged too, and left");
    sandbox.run(worktree, "add", "n", "a.txt");
    Sandbox.write(worktree.resolve("n"), "changed");
    sandbox.commit(workspace);

    assertThat(kept("uncommitted-1", "n")).isEqualTo("staged");
    assertThat(sandbox.show(repository, workspace.branch(), "n")).isEqualTo("changed");

    Sandbox.write(worktree.resolve("n"), "staged once more");
    sandbox.run(worktree, "add", "n");
    sandbox.commit(workspace);
    assertThat(sandbox.refs(repository)).doesNotContain(ref("uncommitted-2"));
  }

  @Test
  void a_file_that_changed_in_the_instant_in_which_it_was_staged_is_kept() throws IOException {
    var file = worktree.resolve("n");
    var instant = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
    // why: nobody can set the other time that git compares
    sandbox.run(repository, "config", "core.trustctime", "false");
    Sandbox.write(file, "first");
    Files.setLastModifiedTime(file, instant);
    sandbox.run(worktree, "add", "n");
    var index = Path.of(sandbox.run(worktree, "rev-parse", "--git-path", "index"));
    Files.setLastModifiedTime(index, instant);
    Sandbox.write(file, "other");
    Files.setLastModifiedTime(file, instant);
    sandbox.workspaces.remove(workspace);

    assertThat(kept("uncommitted-1", "n")).isEqualTo("other");
    assertThat(kept("uncommitted-1^2", "n")).isEqualTo("first");
  }

  @Test
  void changes_that_git_was_told_not_to_see_are_kept() {
    sandbox.run(worktree, "update-index", "--assume-unchanged", "a.txt");
    sandbox.run(worktree, "update-index", "--skip-worktree", "b.txt");
    Sandbox.write(worktree.resolve("a.txt"), "hidden");
    Sandbox.write(worktree.resolve("b.txt"), "hidden too");
    sandbox.workspaces.remove(workspace);
    assertThat(kept("uncommitted-1", "a.txt")).isEqualTo("hidden");
    assertThat(kept("uncommitted-1", "b.txt")).isEqualTo("hidden too");
  }

  @Test
  void commits_that_were_amended_or_reset_away_are_kept() {
    Sandbox.write(worktree.resolve("one"), "one");
    sandbox.commitAll(worktree, "One");
    Sandbox.write(worktree.resolve("one"), "two");
    sandbox.run(worktree, "commit", "-qa", "--amend", "-m", "Two");
    sandbox.run(worktree, "reset", "-q", "--hard", "HEAD~1");
    assertThat(sandbox.workspaces.remove(workspace))
        .extracting(KeptRef::kind)
        .containsExactly(KeptRef.Kind.REWRITTEN);
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "one"))).isTrue();
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "two"))).isTrue();
  }

  @Test
  void a_detached_head_and_the_branch_are_both_kept() {
    Sandbox.write(worktree.resolve("one"), "one");
    sandbox.commitAll(worktree, "One");
    sandbox.run(worktree, "checkout", "-q", "--detach", "main");
    Sandbox.write(worktree.resolve("two"), "two");
    sandbox.commitAll(worktree, "Two");
    assertThat(sandbox.workspaces.remove(workspace)).hasSize(2);
    assertThat(kept("unmerged-1", "two")).isEqualTo("two");
    assertThat(kept("unmerged-2", "one")).isEqualTo("one");
    assertGone();
  }

  @Test
  void what_a_turn_left_on_no_branch_is_kept_although_git_forgot_the_worktree() {
    sandbox.run(worktree, "checkout", "-q", "--detach");
    Sandbox.write(worktree.resolve("one"), "one");
    sandbox.commitAll(worktree, "One");
    sandbox.run(worktree, "switch", "-q", workspace.branch());
    sandbox.checkpoints.keepLeftBehind(workspace, workspace.repos().getFirst(), 0);
    sandbox.run(repository, "worktree", "remove", "--force", worktree.toString());
    assertThat(sandbox.workspaces.remove(workspace))
        .extracting(KeptRef::kind)
        .containsExactly(KeptRef.Kind.REWRITTEN);
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "one"))).isTrue();
    assertThat(sandbox.refs(repository))
        .containsExactly(
            "refs/baton/kept/%s/rewritten-1".formatted(workspace.attempt()), "refs/heads/main");
  }

  @Test
  void a_branch_without_a_commit_is_seen_as_where_the_attempt_began() {
    sandbox.run(worktree, "checkout", "-q", "--orphan", "new");
    var seen = sandbox.checkpoints.look(workspace, workspace.repos().getFirst());
    assertThat(seen.commit()).isEqualTo(sandbox.commitOf(repository, "main"));
  }

  @Test
  void a_branch_that_the_agent_made_stays() {
    sandbox.run(worktree, "switch", "-q", "-c", "mine");
    Sandbox.write(worktree.resolve("one"), "one");
    sandbox.commitAll(worktree, "One");
    assertThat(sandbox.workspaces.remove(workspace)).isEmpty();
    assertThat(sandbox.show(repository, "mine", "one")).isEqualTo("one");
    assertGone();
  }

  @Test
  void files_and_history_of_repositories_inside_are_kept() {
    sandbox.shell(
        worktree,
        """
        mkdir -p empty/sub full && echo e > empty/sub/e.txt && git init -q empty
        git init -q -b m full && cd full && git config user.name x && git config user.email x
        echo old > f.txt && git add . && git commit -qm f && echo new > f.txt && echo i > i.log
        git init -q inner && echo deep > inner/d.txt
        """);
    var refs = sandbox.workspaces.remove(workspace);
    assertThat(kept("uncommitted-1", "empty/sub/e.txt")).isEqualTo("e");
    assertThat(kept("uncommitted-1", "full/f.txt")).isEqualTo("new");
    assertThat(kept("uncommitted-1", "full/inner/d.txt")).isEqualTo("deep");
    assertThat(sandbox.show(repository, ref("nested-1/HEAD"), "f.txt")).isEqualTo("old");
    assertThat(refs)
        .extracting(KeptRef::ref)
        .containsExactly(ref("nested-1/HEAD"), ref("nested-1/heads/m"), ref("uncommitted-1"));
    assertGone();
  }

  @Test
  void commits_in_a_submodule_are_kept() {
    var library = sandbox.repository("library");
    sandbox.run(
        worktree,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.toString(),
        "lib");
    sandbox.commitAll(worktree, "Add a submodule");
    var inside = worktree.resolve("lib");
    sandbox.run(inside, "config", "user.name", "x");
    sandbox.run(inside, "config", "user.email", "x");
    Sandbox.write(inside.resolve("sub.txt"), "committed");
    sandbox.commitAll(inside, "In the submodule");
    Sandbox.write(inside.resolve("b.txt"), "not committed");
    sandbox.workspaces.remove(workspace);
    assertThat(sandbox.show(repository, ref("nested-1/HEAD"), "sub.txt")).isEqualTo("committed");
    assertThat(kept("uncommitted-1", "lib/b.txt")).isEqualTo("not committed");
    assertGone();
  }

  @Test
  void a_worktree_that_the_agent_made_a_repository_of_its_own_is_kept() {
    sandbox.shell(
        worktree,
        """
        rm .git && git init -q -b other && git config user.name x && git config user.email x
        echo own > own.txt && git add own.txt && git commit -qm own && rm own.txt
        echo left > left.txt
        """);
    sandbox.workspaces.remove(workspace);
    assertThat(kept("uncommitted-1", "left.txt")).isEqualTo("left");
    assertThat(sandbox.show(repository, ref("nested-1/HEAD"), "own.txt")).isEqualTo("own");
    assertGone();
  }

  @Test
  void names_that_are_not_text_are_kept() {
    sandbox.shell(worktree, "printf odd > $'\\xff\\n\"x'");
    sandbox.workspaces.remove(workspace);
    assertThat(sandbox.isReachable(repository, sandbox.blob(repository, "odd"))).isTrue();
  }

  @Test
  void files_in_the_middle_of_a_conflict_are_kept() {
    Sandbox.write(repository.resolve("a.txt"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
    Sandbox.write(worktree.resolve("a.txt"), "ours\n");
    sandbox.commitAll(worktree, "Ours");
    sandbox.shell(worktree, "git merge -q main || true");
    sandbox.workspaces.remove(workspace);
    assertThat(kept("uncommitted-1", "a.txt")).contains("<<<<<<<", "ours", "theirs");
    assertGone();
  }

  @Test
  void a_locked_index_hinders_neither_keeping_nor_removal() {
    Sandbox.write(worktree.resolve("a.txt"), "changed");
    Sandbox.write(repository.resolve(".git/worktrees/app/index.lock"), "");
    sandbox.workspaces.remove(workspace);
    assertThat(kept("uncommitted-1", "a.txt")).isEqualTo("changed");
    assertGone();
  }

  @Test
  void the_branch_stays_if_the_user_looks_at_it() {
    Sandbox.write(worktree.resolve("n"), "n");
    sandbox.commitAll(worktree, "Work");
    sandbox.run(worktree, "checkout", "-q", "--detach");
    sandbox.run(repository, "switch", "-q", workspace.branch());
    sandbox.workspaces.remove(workspace);
    assertThat(sandbox.refs(repository)).contains("refs/heads/" + workspace.branch());
    assertThat(sandbox.run(repository, "status", "--porcelain")).isEmpty();
  }

  @Test
  void a_removal_that_was_cut_short_is_finished_and_names_the_same_refs() throws IOException {
    Sandbox.write(worktree.resolve("a.txt"), "changed");
    var keeper = new Keeper(sandbox.git, new WorkspaceLayout(sandbox.data));
    var first = keeper.keep(workspace, workspace.repos().getFirst());
    assertThat(keeper.keep(workspace, workspace.repos().getFirst())).isEqualTo(first);
    Files.createDirectories(sandbox.data.resolve("worktrees/.trash"));
    Files.move(workspace.root(), sandbox.data.resolve("worktrees/.trash/cut"));
    assertThat(sandbox.workspaces.remove(workspace)).isEqualTo(first);
    assertGone();
  }

  @Test
  void a_file_that_cannot_be_kept_stops_the_removal() throws IOException {
    var directory = Files.createDirectory(worktree.resolve("odd"));
    Sandbox.write(directory.resolve("f"), "f");
    // why: tests may run as a user who can read everything, so git is stopped by its own settings
    Sandbox.write(worktree.resolve(".gitattributes"), "f filter=broken\n");
    sandbox.run(repository, "config", "filter.broken.clean", "false");
    sandbox.run(repository, "config", "filter.broken.required", "true");
    assertThatThrownBy(() -> sandbox.workspaces.remove(workspace))
        .isInstanceOf(ToolFailure.class)
        .hasMessageStartingWith("Not all files in %s can be kept: ".formatted(worktree));
    assertThat(directory.resolve("f")).hasContent("f");
    assertThat(sandbox.refs(repository)).contains("refs/heads/" + workspace.branch());
  }

  @Test
  void every_repository_keeps_its_own() {
    var lib = sandbox.repository("lib");
    var both = sandbox.start(repository, lib);
    Sandbox.write(both.root().resolve("lib/n"), "n");
    assertThat(sandbox.workspaces.remove(both))
        .extracting(KeptRef::repoName)
        .isEqualTo(List.of("lib"));
  }
}
