package dev.baton.orchestrator.changes;

import static dev.baton.orchestrator.changes.ChangeStatus.ADDED;
import static dev.baton.orchestrator.changes.ChangeStatus.COPIED;
import static dev.baton.orchestrator.changes.ChangeStatus.DELETED;
import static dev.baton.orchestrator.changes.ChangeStatus.MODIFIED;
import static dev.baton.orchestrator.changes.ChangeStatus.RENAMED;
import static dev.baton.orchestrator.changes.ChangeStatus.TYPE_CHANGED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.changes.ChangeReader.ChangeLimits;
import dev.baton.orchestrator.changes.Changes.ChangeSummary;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.changes.Changes.ModeChange;
import dev.baton.orchestrator.workspace.DirectoryPrint;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ChangesTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  ChangesTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    workspace = sandbox.start(repository);
    worktree = workspace.agentDirectory();
  }

  private static FileChange change(String path, ChangeStatus status, int added, int deleted) {
    return new FileChange(path, status, added, deleted, Optional.empty(), false, ModeChange.NONE);
  }

  private Changes read() {
    return sandbox.changes.read(workspace, false);
  }

  @Test
  void nothing_changed() {
    assertThat(read())
        .isEqualTo(
            new Changes(ChangeSummary.NOTHING, Optional.empty(), List.of(), Optional.empty()));
  }

  @Test
  void committed_staged_unstaged_and_untracked_changes_count() {
    Sandbox.write(worktree.resolve("committed"), "1\n2\n");
    sandbox.commitAll(worktree, "Work");
    Sandbox.write(worktree.resolve("staged"), "1\n");
    sandbox.run(worktree, "add", "staged");
    Sandbox.write(worktree.resolve("dir/untracked"), "1\n2\n3\n");
    Sandbox.write(worktree.resolve("a.txt"), Sandbox.lines(1, 9) + "other\n");
    Sandbox.write(worktree.resolve("ignored.log"), "x");
    var changes = read();
    assertThat(changes.files())
        .containsExactly(
            change("a.txt", MODIFIED, 1, 1),
            change("committed", ADDED, 2, 0),
            change("dir/untracked", ADDED, 3, 0),
            change("staged", ADDED, 1, 0));
    assertThat(changes.summary()).isEqualTo(new ChangeSummary(4, 7, 1, 9 * 7 + 6 + 4 + 2 + 6));
    assertThat(changes.blocked()).isEmpty();
  }

  @Test
  void what_others_merged_into_the_target_does_not_count() {
    Sandbox.write(worktree.resolve("mine"), "1\n");
    sandbox.commitAll(worktree, "Mine");
    Sandbox.write(repository.resolve("theirs"), "1\n");
    sandbox.commitAll(repository, "Theirs");
    assertThat(read().files()).containsExactly(change("mine", ADDED, 1, 0));
    sandbox.run(worktree, "merge", "-q", "main");
    assertThat(read().files()).containsExactly(change("mine", ADDED, 1, 0));
  }

  @Test
  void renames_copies_modes_links_deletions_and_binary_files_are_told_apart() throws IOException {
    Sandbox.write(worktree.resolve("old name"), Sandbox.lines(1, 50));
    Sandbox.write(worktree.resolve("source"), Sandbox.lines(100, 150));
    Sandbox.write(worktree.resolve("script"), "#!/bin/sh\n");
    sandbox.commitAll(worktree, "Base");
    sandbox.run(repository, "merge", "-q", workspace.branch());

    sandbox.shell(
        worktree,
        """
        mv 'old name' new\\ name && echo more >> 'new name' && chmod +x script && rm a.txt
        cp source copy && echo more >> source && rm b.txt && ln -s source b.txt
        printf 'a\\0b' > binary && ln -s nowhere link
        """);
    assertThat(read().files())
        .containsExactly(
            change("a.txt", DELETED, 0, 10),
            change("b.txt", TYPE_CHANGED, 1, 1),
            new FileChange("binary", ADDED, 0, 0, Optional.empty(), true, ModeChange.NONE),
            new FileChange("copy", COPIED, 0, 0, Optional.of("source"), false, ModeChange.NONE),
            change("link", ADDED, 1, 0),
            new FileChange(
                "new name", RENAMED, 1, 0, Optional.of("old name"), false, ModeChange.NONE),
            new FileChange(
                "script", MODIFIED, 0, 0, Optional.empty(), false, ModeChange.EXECUTABLE),
            change("source", MODIFIED, 1, 0));
  }

  @Test
  void odd_names_are_shown_and_those_that_are_no_text_are_quoted() {
    sandbox.shell(
        worktree, "echo x > $'\\xff\\xfe' && echo x > $'new\\nline' && echo x > '\"q\" ü'");
    assertThat(read().files())
        .extracting(FileChange::path)
        .containsExactlyInAnyOrder("\"\\377\\376\"", "new\nline", "\"\\\"q\\\" \\303\\274\"");
  }

  @Test
  void repositories_inside_do_not_hide_other_changes() {
    sandbox.shell(worktree, "mkdir empty && git init -q empty && echo x > empty/x && echo y > y");
    assertThat(read().files()).containsExactly(change("y", ADDED, 1, 0));
  }

  @Test
  void a_repository_inside_with_a_commit_is_one_line() {
    sandbox.shell(
        worktree,
        "git init -q inner && git -C inner -c user.name=A -c user.email=a@x commit -q"
            + " --allow-empty -m First && echo y > y");
    assertThat(read().files())
        .containsExactly(change("inner", ADDED, 1, 0), change("y", ADDED, 1, 0));
  }

  @Test
  void new_files_count_however_many_there_are() {
    for (int count : List.of(50, 51, 400)) {
      for (int i = 0; i < count; i++) {
        Sandbox.write(worktree.resolve("n/" + "long name ".repeat(20) + i), "1\n");
      }
      assertThat(read().files()).hasSize(count);
    }
  }

  @Test
  void a_file_that_somebody_took_out_of_git_is_as_it_was() {
    sandbox.run(worktree, "rm", "-q", "--cached", "a.txt");
    assertThat(read().files()).isEmpty();
  }

  @Test
  void a_directory_in_the_place_of_a_file_shows_both() {
    sandbox.shell(worktree, "rm a.txt && mkdir a.txt && echo x > a.txt/x && echo y > '*?'");
    assertThat(read().files())
        .containsExactly(
            change("*?", ADDED, 1, 0),
            change("a.txt", DELETED, 0, 10),
            change("a.txt/x", ADDED, 1, 0));
  }

  @Test
  void a_changed_submodule_is_one_line() {
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
    assertThat(read().files())
        .containsExactly(change(".gitmodules", ADDED, 3, 0), change("lib", ADDED, 1, 0));
  }

  @Test
  void files_in_conflict_are_modified() {
    Sandbox.write(repository.resolve("a.txt"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
    Sandbox.write(worktree.resolve("a.txt"), "ours\n");
    sandbox.commitAll(worktree, "Ours");
    sandbox.shell(worktree, "git merge -q main || true");
    assertThat(read().files()).extracting(FileChange::path).containsExactly("a.txt");
    Sandbox.write(worktree.resolve("n"), "1\n");
    assertThat(read().files()).extracting(FileChange::path).containsExactly("a.txt", "n");
  }

  @Test
  void reading_changes_not_a_byte_of_the_repository() {
    Sandbox.write(worktree.resolve("untracked"), "x".repeat(100_000));
    Sandbox.write(worktree.resolve("a.txt"), Sandbox.lines(1, 10));
    var before = DirectoryPrint.of(repository.resolve(".git"));
    var files = DirectoryPrint.of(worktree);
    assertThat(read().files()).hasSize(1);
    sandbox.patches.read(workspace, List.of("untracked", "a.txt"), 200_000);
    assertThat(DirectoryPrint.of(repository.resolve(".git"))).isEqualTo(before);
    assertThat(DirectoryPrint.of(worktree)).isEqualTo(files);
    assertThat(sandbox.data.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void reading_waits_for_no_lock() {
    Sandbox.write(worktree.resolve("n"), "1\n");
    Sandbox.write(repository.resolve(".git/worktrees/app/index.lock"), "");
    assertThat(read().files()).containsExactly(change("n", ADDED, 1, 0));
  }

  @Test
  void a_file_changed_in_the_instant_of_the_last_commit_is_seen() {
    for (int i = 0; i < 20; i++) {
      Sandbox.write(worktree.resolve("same"), "size " + (char) ('a' + i));
      sandbox.commitAll(worktree, "Commit");
      Sandbox.write(worktree.resolve("same"), "size " + (char) ('A' + i));
      assertThat(sandbox.patches.read(workspace, List.of("same"), 30_000).patch())
          .contains("+size " + (char) ('A' + i));
    }
  }

  @Test
  void too_much_is_blocked_unless_the_caller_insists() {
    Sandbox.write(worktree.resolve("one"), Sandbox.lines(1, 30));
    Sandbox.write(worktree.resolve("two"), "x\n");
    for (var limits :
        List.of(
            new ChangeLimits(1, 1_000, 100_000),
            new ChangeLimits(10, 30, 100_000),
            new ChangeLimits(10, 1_000, 100))) {
      var reader = new ChangeReader(sandbox.git, sandbox.data, limits);
      var changes = reader.read(workspace, false);
      assertThat(changes.blocked()).contains(Changes.Blocked.THRESHOLD_EXCEEDED);
      assertThat(changes.files()).isEmpty();
      assertThat(changes.summary().fileCount()).isEqualTo(2);
      assertThat(changes.summary().added()).isEqualTo(31);
      assertThat(reader.read(workspace, true).files()).hasSize(2);
      assertThat(reader.read(workspace, true).blocked()).isEmpty();
    }
    assertThat(ChangeLimits.DEFAULT).isEqualTo(new ChangeLimits(500, 25_000, 50_000_000));
  }

  @Test
  void a_broken_index_is_said() throws IOException {
    Files.writeString(repository.resolve(".git/worktrees/app/index"), "broken");
    var changes = read();
    assertThat(changes.blocked()).contains(Changes.Blocked.SUMMARY_FAILED);
    assertThat(changes.problem().orElseThrow()).contains("index");
  }

  @Test
  void without_its_target_branch_the_beginning_of_the_attempt_counts() {
    Sandbox.write(worktree.resolve("n"), "1\n");
    sandbox.commitAll(worktree, "Work");
    sandbox.run(repository, "switch", "-q", "-c", "else");
    sandbox.run(repository, "branch", "-D", "main");
    assertThat(read().files()).containsExactly(change("n", ADDED, 1, 0));
  }

  @Test
  void two_merge_bases_are_no_hindrance() {
    Sandbox.write(worktree.resolve("mine"), "1\n");
    sandbox.commitAll(worktree, "Mine");
    Sandbox.write(repository.resolve("theirs"), "1\n");
    sandbox.commitAll(repository, "Theirs");
    var mine = sandbox.commitOf(worktree, "HEAD");
    sandbox.run(worktree, "merge", "-q", "main");
    sandbox.run(repository, "merge", "-q", mine);
    assertThat(sandbox.run(worktree, "merge-base", "--all", "HEAD", "main").lines()).hasSize(2);
    assertThat(read().blocked()).isEmpty();
  }

  @Test
  void a_deleted_branch_is_no_hindrance() {
    Sandbox.write(worktree.resolve("n"), "1\n");
    sandbox.run(repository, "update-ref", "-d", "refs/heads/" + workspace.branch());
    assertThat(read().files()).containsExactly(change("n", ADDED, 1, 0));
  }

  @Test
  void paths_of_several_repositories_begin_with_their_names() {
    var lib = sandbox.repository("lib");
    var both = sandbox.start(repository, lib);
    Sandbox.write(both.root().resolve("app/n"), "1\n");
    Sandbox.write(both.root().resolve("lib/a.txt"), "1\n");
    assertThat(sandbox.changes.read(both, false).files())
        .containsExactly(change("app/n", ADDED, 1, 0), change("lib/a.txt", MODIFIED, 1, 10));
  }

  @Test
  void a_missing_worktree_is_said() {
    sandbox.program(sandbox.directory, List.of("rm", "-rf", worktree.toString()));
    assertThatThrownBy(this::read)
        .isInstanceOf(ToolFailure.class)
        .hasMessage("Worktree %s does not exist", worktree);
  }

  @Test
  void a_link_to_git_that_leads_elsewhere_is_not_followed() {
    var other = sandbox.repository("other");
    sandbox.shell(worktree, "echo 'gitdir: %s/.git' > .git && echo 1 > n".formatted(other));
    assertThat(read().files()).containsExactly(change("n", ADDED, 1, 0));
  }

  @Test
  void a_data_directory_with_a_colon_is_no_hindrance() {
    var odd = sandbox.directory.resolve("a:b \"c\"");
    var repo = Sandbox.choice(sandbox.repository("x:y"));
    var workspaces = new Workspaces(sandbox.git, odd);
    var other = workspaces.plan(workspace.attempt(), "x", List.of(repo));
    workspaces.create(other);
    Sandbox.write(other.agentDirectory().resolve("n"), "1\n");
    assertThat(new ChangeReader(sandbox.git, odd, ChangeLimits.DEFAULT).read(other, false).files())
        .containsExactly(change("n", ADDED, 1, 0));
  }
}
