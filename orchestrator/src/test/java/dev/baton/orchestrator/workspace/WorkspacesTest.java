package dev.baton.orchestrator.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.changes.Commits.CommitResult;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspacesTest {
  private final Sandbox sandbox;

  WorkspacesTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
  }

  @Test
  void one_repository_is_the_agents_directory() {
    var repository = sandbox.repository("app");
    var workspace = sandbox.start(repository);
    var worktree = sandbox.data.resolve("worktrees/" + workspace.attempt() + "/app");
    assertThat(workspace.agentDirectory()).isEqualTo(worktree);
    assertThat(workspace.branch()).matches("baton/[0-9a-f]{8}-fix-the-login");
    assertThat(sandbox.run(worktree, "branch", "--show-current")).isEqualTo(workspace.branch());
    assertThat(worktree.resolve("a.txt")).hasContent(Sandbox.lines(1, 10));
    assertThat(workspace.repos().getFirst().baseCommit())
        .isEqualTo(sandbox.commitOf(repository, "main"));
  }

  @Test
  void several_repositories_have_a_root_above_them_and_one_branch_name() {
    var app = sandbox.repository("app");
    var lib = sandbox.repository("lib");
    var workspace = sandbox.start(app, lib);
    assertThat(workspace.agentDirectory()).isEqualTo(workspace.root());
    assertThat(workspace.root().resolve("app/a.txt")).exists();
    assertThat(workspace.root().resolve("lib/a.txt")).exists();
    assertThat(sandbox.refs(app)).contains("refs/heads/" + workspace.branch());
    assertThat(sandbox.refs(lib)).contains("refs/heads/" + workspace.branch());
  }

  @Test
  void a_plan_writes_nothing() {
    var repository = sandbox.repository("app");
    var before = DirectoryPrint.of(repository);
    sandbox.plan(repository);
    assertThat(DirectoryPrint.of(repository)).isEqualTo(before);
    assertThat(sandbox.data.resolve("worktrees")).doesNotExist();
  }

  @Test
  void a_failure_in_the_second_repository_undoes_the_first() {
    var app = sandbox.repository("app");
    var lib = sandbox.repository("lib");
    var workspace = sandbox.plan(app, lib);
    sandbox.run(lib, "commit", "-q", "--allow-empty", "-m", "Other");
    sandbox.run(lib, "branch", workspace.branch());
    var refs = sandbox.refs(app);
    assertThatThrownBy(() -> sandbox.workspaces.create(workspace))
        .isInstanceOf(ToolFailure.class)
        .hasMessage("Branch '%s' exists already in %s", workspace.branch(), lib);
    assertThat(workspace.root()).doesNotExist();
    assertThat(sandbox.refs(app)).isEqualTo(refs);
    assertThat(sandbox.run(app, "worktree", "list").lines()).hasSize(1);
    assertThat(sandbox.refs(lib)).contains("refs/heads/" + workspace.branch());
  }

  @Test
  void creating_a_workspace_twice_leaves_the_first_alone() {
    var workspace = sandbox.start(sandbox.repository("app"));
    var work = Sandbox.write(workspace.agentDirectory().resolve("work"), "work");
    assertThatThrownBy(() -> sandbox.workspaces.create(workspace))
        .isInstanceOf(ToolFailure.class)
        .hasMessage("%s exists already", workspace.agentDirectory());
    assertThat(work).hasContent("work");
  }

  @Test
  void a_directory_without_our_marker_is_neither_used_nor_deleted() {
    var workspace = sandbox.plan(sandbox.repository("app"));
    var foreign = Sandbox.write(workspace.root().resolve("mine"), "mine");
    assertThatThrownBy(() -> sandbox.workspaces.create(workspace))
        .hasMessage("Directory %s has files and no marker of Baton", workspace.root());
    assertThatThrownBy(() -> sandbox.workspaces.remove(workspace))
        .hasMessage("Directory %s has no marker of Baton, so it is not deleted", workspace.root());
    assertThat(foreign).hasContent("mine");
  }

  @Test
  void names_of_repositories_are_safe_and_differ() {
    var app = sandbox.repository("app");
    for (var name : List.of("", "..", ".git", "a/b", "\"a\"", "a\nb")) {
      var choice = new Workspaces.Choice(name, app, "main", List.of());
      assertThatThrownBy(() -> sandbox.workspaces.plan(UUID.randomUUID(), "x", List.of(choice)))
          .hasMessage("'%s' cannot be the name of a repository's directory", name);
    }
    var choices =
        List.of(
            new Workspaces.Choice("App", app, "main", List.of()),
            new Workspaces.Choice("app", app, "main", List.of()));
    assertThatThrownBy(() -> sandbox.workspaces.plan(UUID.randomUUID(), "x", choices))
        .hasMessageContaining("have the same name: [app, app]");
    assertThatThrownBy(() -> sandbox.workspaces.plan(UUID.randomUUID(), "x", List.of()))
        .hasMessageEndingWith("has no repository");
  }

  @Test
  void files_are_copied_that_git_does_not_have() throws IOException {
    var repository = sandbox.repository("app");
    Sandbox.write(repository.resolve(".env.log"), "SECRET=1");
    Sandbox.write(repository.resolve("conf/local/x.log"), "x");
    Sandbox.write(repository.resolve("conf/y.txt"), "y");
    Sandbox.write(repository.resolve("deep/er/.env.log"), "DEEP");
    Sandbox.write(repository.resolve("a.txt"), "changed in the main checkout\n");
    Files.createSymbolicLink(repository.resolve("conf/link"), Path.of("/etc/passwd"));
    var globs = List.of("**/.env.log", "conf", "a.txt", "missing/*");
    var workspace =
        sandbox.workspaces.plan(
            UUID.randomUUID(),
            "x",
            List.of(new Workspaces.Choice("app", repository, "main", globs)));
    sandbox.workspaces.create(workspace);
    var worktree = workspace.agentDirectory();
    assertThat(worktree.resolve(".env.log")).hasContent("SECRET=1");
    assertThat(worktree.resolve("deep/er/.env.log")).hasContent("DEEP");
    assertThat(worktree.resolve("conf/local/x.log")).hasContent("x");
    assertThat(worktree.resolve("conf/link")).doesNotExist();
    assertThat(worktree.resolve("a.txt")).hasContent(Sandbox.lines(1, 10));
  }

  @Test
  void copied_files_are_no_work_whatever_the_agent_makes_of_them() {
    var repository = sandbox.repository("app");
    Sandbox.write(repository.resolve(".env"), "SECRET=1");
    Sandbox.write(repository.resolve("conf/[x] y.txt"), "y");
    Sandbox.write(repository.resolve("kept.log"), "ignored");
    var globs = List.of(".env", "conf", "kept.log");
    var workspace =
        sandbox.workspaces.plan(
            UUID.randomUUID(),
            "x",
            List.of(new Workspaces.Choice("app", repository, "main", globs)));
    sandbox.workspaces.create(workspace);
    var worktree = workspace.agentDirectory();
    assertThat(sandbox.changes.read(workspace, false).files()).isEmpty();
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Nothing.class);

    Sandbox.write(worktree.resolve(".env"), "SECRET=2");
    Sandbox.write(worktree.resolve("sub/.env"), "the agent's own");
    Sandbox.write(worktree.resolve("conf/z.txt"), "the agent's own");
    assertThat(sandbox.changes.read(workspace, false).files())
        .extracting(FileChange::path)
        .containsExactly("conf/z.txt", "sub/.env");
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH))
        .isInstanceOf(MergeOutcome.Merged.class);
    assertThat(sandbox.run(repository, "ls-files"))
        .isEqualTo(".gitignore\na.txt\nb.txt\nconf/z.txt\nsub/.env");
    assertThat(repository.resolve(".env")).hasContent("SECRET=1");
    assertThat(sandbox.workspaces.remove(workspace))
        .noneMatch(kept -> kept.kind() == KeptRef.Kind.UNCOMMITTED);
  }

  @Test
  void a_copied_file_that_the_agent_puts_into_git_is_work() {
    var repository = sandbox.repository("app");
    Sandbox.write(repository.resolve(".env"), "SECRET=1");
    var workspace =
        sandbox.workspaces.plan(
            UUID.randomUUID(),
            "x",
            List.of(new Workspaces.Choice("app", repository, "main", List.of(".env"))));
    sandbox.workspaces.create(workspace);
    sandbox.run(workspace.agentDirectory(), "add", ".env");
    Sandbox.write(workspace.agentDirectory().resolve(".env"), "SECRET=2");
    assertThat(sandbox.commit(workspace)).isInstanceOf(CommitResult.Committed.class);
    assertThat(sandbox.show(repository, workspace.branch(), ".env")).isEqualTo("SECRET=2");
  }

  @Test
  void globs_that_leave_the_repository_are_refused_and_nothing_is_left() {
    var repository = sandbox.repository("app");
    for (var glob : List.of("../x", "/etc/passwd", "a/../../b", " ")) {
      var workspace =
          sandbox.workspaces.plan(
              UUID.randomUUID(),
              "x",
              List.of(new Workspaces.Choice("app", repository, "main", List.of(glob))));
      assertThatThrownBy(() -> sandbox.workspaces.create(workspace))
          .hasMessage("'%s' does not name files inside the repository", glob);
      assertThat(workspace.root()).doesNotExist();
    }
    assertThat(sandbox.refs(repository)).containsExactly("refs/heads/main");
  }

  @Test
  void a_clean_workspace_goes_without_a_trace() {
    var repository = sandbox.repository("app");
    var before = sandbox.refs(repository);
    var workspace = sandbox.start(repository);
    Sandbox.write(workspace.agentDirectory().resolve("build.log"), "ignored");
    assertThat(sandbox.workspaces.remove(workspace)).isEmpty();
    assertThat(workspace.root()).doesNotExist();
    assertThat(sandbox.refs(repository)).isEqualTo(before);
    assertThat(sandbox.run(repository, "worktree", "list").lines()).hasSize(1);
    assertThat(sandbox.workspaces.remove(workspace)).isEmpty();
  }

  @Test
  void stale_worktrees_of_others_are_left_alone() throws IOException {
    var repository = sandbox.repository("app");
    var other = sandbox.directory.resolve("elsewhere");
    sandbox.run(repository, "worktree", "add", "-q", "-b", "side", other.toString());
    Files.move(other, sandbox.directory.resolve("moved"));
    var workspace = sandbox.start(repository);
    sandbox.workspaces.remove(workspace);
    assertThat(repository.resolve(".git/worktrees/elsewhere/HEAD")).exists();
  }

  @Test
  void a_directory_that_cannot_be_written_is_deleted_too() throws IOException {
    var workspace = sandbox.start(sandbox.repository("app"));
    var module = workspace.agentDirectory().resolve("mod.log/deep");
    Sandbox.write(module.resolve("f.log"), "x");
    sandbox.shell(workspace.agentDirectory(), "chmod -R a-w mod.log");
    sandbox.workspaces.remove(workspace);
    assertThat(workspace.root()).doesNotExist();
  }

  @Test
  void links_are_deleted_and_what_they_lead_to_stays() throws IOException {
    var workspace = sandbox.start(sandbox.repository("app"));
    var precious = Sandbox.write(sandbox.directory.resolve("precious/file"), "mine");
    Files.createSymbolicLink(
        workspace.agentDirectory().resolve("link"), sandbox.directory.resolve("precious"));
    sandbox.workspaces.remove(workspace);
    assertThat(precious).hasContent("mine");
  }

  @Test
  void a_repository_that_moved_is_said_and_its_worktree_stays() throws IOException {
    var repository = sandbox.repository("app");
    var workspace = sandbox.start(repository);
    Files.move(repository, sandbox.directory.resolve("moved"));
    assertThatThrownBy(() -> sandbox.workspaces.restore(workspace))
        .hasMessage("There is no git repository at %s any more", repository);
    assertThatThrownBy(() -> sandbox.workspaces.remove(workspace))
        .hasMessage(
            "Repository %s is gone, so the work in %s cannot be kept in it",
            repository, workspace.agentDirectory());
    assertThat(workspace.agentDirectory().resolve("a.txt")).exists();
  }

  @Test
  void a_start_that_was_cut_short_can_be_removed() throws IOException {
    var repository = sandbox.repository("app");
    var workspace = sandbox.plan(repository);
    Files.createDirectories(workspace.root());
    sandbox.run(repository, "branch", workspace.branch());
    assertThat(sandbox.workspaces.remove(workspace)).isEmpty();
    assertThat(workspace.root()).doesNotExist();
    assertThat(sandbox.refs(repository)).containsExactly("refs/heads/main");
    assertThatThrownBy(() -> MarkedDirectory.at(repository).delete())
        .hasMessage("Directory %s has no marker of Baton, so it is not deleted", repository);
  }

  @Test
  void a_workspace_without_its_marker_stays_and_its_work_is_kept() throws IOException {
    var repository = sandbox.repository("app");
    var workspace = sandbox.start(repository, sandbox.repository("lib"));
    var work = Sandbox.write(workspace.worktree(workspace.repo("app")).resolve("work"), "work");
    Files.delete(workspace.root().resolve(MarkedDirectory.MARKER));

    var kept = new ArrayList<Object>();
    assertThatThrownBy(() -> sandbox.workspaces.remove(workspace))
        .hasMessage("Directory %s has no marker of Baton, so it is not deleted", workspace.root())
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.hint())
                  .isEqualTo(
                      "Its work is kept under kept_refs. Move it away, or delete it by hand if"
                          + " nothing in it is needed, then repeat the call");
              kept.addAll((List<?>) failure.details().get("kept_refs"));
            });

    assertThat(work).hasContent("work");
    assertThat(sandbox.refs(repository)).contains(String.valueOf(kept.getFirst()));
    Files.move(workspace.root(), sandbox.data.resolve("elsewhere"));
    sandbox.workspaces.remove(workspace);
    assertThat(sandbox.refs(repository)).doesNotContain("refs/heads/" + workspace.branch());
  }

  @Test
  void a_foreign_directory_in_the_place_of_a_workspace_stays() throws IOException {
    var workspace = sandbox.start(sandbox.repository("app"));
    Files.move(workspace.root(), sandbox.data.resolve("elsewhere"));
    var foreign = Sandbox.write(workspace.agentDirectory().resolve("mine"), "mine");

    assertThatThrownBy(() -> sandbox.workspaces.remove(workspace))
        .hasMessage("Directory %s has no marker of Baton, so it is not deleted", workspace.root());
    assertThatThrownBy(() -> sandbox.workspaces.restore(workspace))
        .hasMessage("Directory %s has files and no marker of Baton", workspace.root());
    assertThat(foreign).hasContent("mine");
  }

  @Test
  void what_a_crash_left_behind_is_swept() {
    var data = sandbox.data;
    MarkedDirectory.make(data.resolve("worktrees/.trash/x"));
    MarkedDirectory.make(data.resolve("scratch/y"));
    Sandbox.write(data.resolve("scratch/foreign/file"), "z");
    sandbox.workspaces.sweep();
    assertThat(data.resolve("worktrees/.trash/x")).doesNotExist();
    assertThat(data.resolve("scratch/y")).doesNotExist();
    assertThat(data.resolve("scratch/foreign/file")).exists();
  }
}
