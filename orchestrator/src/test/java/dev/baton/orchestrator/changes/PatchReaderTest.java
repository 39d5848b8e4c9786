package dev.baton.orchestrator.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.changes.PatchReader.Patch;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchReaderTest {
  private final Sandbox sandbox;
  private final Path repository;
  private final Workspace workspace;
  private final Path worktree;

  PatchReaderTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repository = sandbox.repository("app");
    workspace = sandbox.start(repository);
    worktree = workspace.agentDirectory();
  }

  private Patch read(int maxBytes, String... paths) {
    return sandbox.patches.read(workspace, List.of(paths), maxBytes);
  }

  /** Applies a patch to the repository's own checkout. */
  private void apply(Patch patch) {
    var file = Sandbox.write(sandbox.directory.resolve("patch"), patch.patch());
    sandbox.run(repository, "apply", file.toString());
  }

  @Test
  void a_patch_of_all_kinds_of_changes_applies() {
    Sandbox.write(worktree.resolve("old"), Sandbox.lines(1, 40));
    Sandbox.write(worktree.resolve("script"), "#!/bin/sh\n");
    sandbox.commitAll(worktree, "Base");
    sandbox.run(repository, "merge", "-q", workspace.branch());
    sandbox.shell(
        worktree,
        """
        mv old 'new name' && echo more >> 'new name' && chmod +x script && echo x > untracked
        sed -i 's/line 5/LINE 5/' a.txt && rm b.txt && ln -s a.txt b.txt && mkdir ü && echo ö > ü/ä
        """);
    var patch = read(30_000, "a.txt", "b.txt", "new name", "script", "untracked", "ü/ä");
    assertThat(patch.files())
        .containsExactly("a.txt", "b.txt", "new name", "script", "untracked", "ü/ä");
    assertThat(patch.omitted()).isEmpty();
    assertThat(patch.truncated()).isFalse();
    assertThat(patch.totalBytes()).isEqualTo(patch.patch().getBytes(StandardCharsets.UTF_8).length);
    assertThat(patch.patch())
        .contains("rename from old", "old mode 100644", "new file mode 120000", "+LINE 5");
    apply(patch);
    assertThat(repository.resolve("new name")).hasContent(Sandbox.lines(1, 40) + "more\n");
    assertThat(repository.resolve("b.txt")).isSymbolicLink();
    assertThat(repository.resolve("script")).isExecutable();
    assertThat(repository.resolve("ü/ä")).hasContent("ö");
  }

  @Test
  void only_the_asked_paths_come() {
    Sandbox.write(worktree.resolve("a.txt"), "x\n");
    Sandbox.write(worktree.resolve("a.txt.orig"), "x\n");
    Sandbox.write(worktree.resolve("*"), "star\n");
    assertThat(read(30_000, "a.txt").files()).containsExactly("a.txt");
    assertThat(read(30_000, "*").files()).containsExactly("*");
    var partly = read(30_000, "a.txt", "none");
    assertThat(partly.files()).containsExactly("a.txt");
    assertThat(partly.hint()).contains("Not changed, or under another path: none");
  }

  @Test
  void files_come_in_the_order_in_which_they_were_asked_for() {
    Sandbox.write(worktree.resolve("a.txt"), Sandbox.lines(1, 200));
    Sandbox.write(worktree.resolve("z"), "z\n");
    assertThat(read(30_000, "z", "a.txt").files()).containsExactly("z", "a.txt");
    var cut = read(1_000, "z", "a.txt");
    assertThat(cut.blocked()).isEmpty();
    assertThat(cut.files()).containsExactly("z");
    assertThat(cut.omitted()).containsExactly("a.txt");
    assertThat(read(1_000, "a.txt", "z").blocked()).contains(BlockedRead.SIZE_EXCEEDED);
  }

  @Test
  void the_old_path_of_a_rename_is_the_rename() {
    sandbox.run(worktree, "mv", "a.txt", "c.txt");
    for (var patch : List.of(read(30_000, "a.txt"), read(30_000, "a.txt", "c.txt"))) {
      assertThat(patch.files()).containsExactly("c.txt");
      assertThat(patch.patch()).contains("rename from a.txt", "rename to c.txt");
      assertThat(patch.hint()).isEmpty();
    }
  }

  @Test
  void it_is_cut_only_between_files() {
    for (var name : List.of("one", "two", "three")) {
      Sandbox.write(worktree.resolve(name), Sandbox.lines(1, 20));
    }
    var all = read(30_000, "one", "two", "three");
    var one = read(30_000, "one");
    var patch = read((int) one.totalBytes() + 10, "one", "two", "three");
    assertThat(patch.files()).containsExactly("one");
    assertThat(patch.omitted()).containsExactly("two", "three");
    assertThat(patch.truncated()).isTrue();
    assertThat(patch.patch()).isEqualTo(one.patch());
    assertThat(patch.totalBytes()).isEqualTo(all.totalBytes());
    assertThat(patch.hint())
        .contains("Ask for the omitted paths in another call, or with a larger max_bytes");
  }

  @Test
  void a_first_file_that_does_not_fit_names_what_it_needs() {
    Sandbox.write(worktree.resolve("big"), Sandbox.lines(1, 5_000));
    long needed = read(PatchReader.MOST_BYTES, "big").totalBytes();
    var patch = read(1_000, "big");
    assertThat(patch.blocked()).contains(BlockedRead.SIZE_EXCEEDED);
    assertThat(patch.hint()).contains("The patch of 'big' alone needs max_bytes=" + needed);
    assertThat(patch.omitted()).containsExactly("big");
    assertThat(read((int) needed, "big").files()).containsExactly("big");
  }

  @Test
  void a_file_that_no_call_can_show_is_said() {
    Sandbox.write(worktree.resolve("huge"), "x".repeat(3_000_000));
    Sandbox.write(worktree.resolve("small"), "x");
    var patch = read(PatchReader.MOST_BYTES, "huge", "small");
    assertThat(patch.blocked()).contains(BlockedRead.SIZE_EXCEEDED);
    assertThat(patch.hint().orElseThrow())
        .startsWith("The patch of 'huge' alone has 3000")
        .endsWith("more than the most that can be asked for; read the file with get_attempt_file");
    assertThat(read(1_000, "small").files()).containsExactly("small");
  }

  @Test
  void bounds_are_kept() {
    assertThat(read(PatchReader.MOST_BYTES + 1, "a.txt").blocked())
        .contains(BlockedRead.SIZE_EXCEEDED);
    var many = Collections.nCopies(101, "a.txt");
    var patch = sandbox.patches.read(workspace, many, 1_000);
    assertThat(patch.blocked()).contains(BlockedRead.TOO_MANY_PATHS);
    assertThat(patch.hint())
        .contains("101 paths were named, and 100 are the most; ask in several calls");
    assertThat(read(1_000, "../x").blocked()).contains(BlockedRead.PATH_OUTSIDE_WORKSPACE);
    assertThat(read(1_000, "a.txt").blocked()).contains(BlockedRead.NOT_FOUND);
    assertThatThrownBy(() -> read(1_000)).hasMessage("No path was named");
  }

  @Test
  void names_that_are_no_text_are_asked_for_in_their_quoted_form() {
    sandbox.shell(worktree, "echo 1 > $'\\xff' && echo 2 > $'\\xfe'");
    var patch = read(30_000, "\"\\377\"");
    assertThat(patch.files()).containsExactly("\"\\377\"");
    assertThat(patch.patch()).contains("+1").doesNotContain("+2");
  }

  @Test
  void several_repositories_make_one_patch() {
    var both = sandbox.start(repository, sandbox.repository("lib"));
    Sandbox.write(both.root().resolve("app/n"), "1\n");
    Sandbox.write(both.root().resolve("lib/n"), "2\n");
    var patch = sandbox.patches.read(both, List.of("lib/n", "app/n"), 30_000);
    assertThat(patch.files()).containsExactly("lib/n", "app/n");
    assertThat(patch.patch()).contains("+++ b/app/n\n", "+++ b/lib/n\n");
  }

  @Test
  void lines_that_look_like_headers_do_not_begin_a_file() {
    Sandbox.write(worktree.resolve("a"), "diff --git a/x b/x\n".repeat(3));
    Sandbox.write(worktree.resolve("b"), "y".repeat(40_000) + "diff --git a/x b/x\n");
    assertThat(read(100_000, "a", "b").files()).containsExactly("a", "b");
  }
}
