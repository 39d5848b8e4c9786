package dev.baton.orchestrator.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.workspace.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoriesTest {
  private final Sandbox sandbox;
  private final Repositories repositories;

  RepositoriesTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    repositories = new Repositories(sandbox.git);
  }

  private static void assertFails(
      ThrowingCallable call, FailureCode problem, String message, String hint) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(problem);
              assertThat(failure).hasMessage(message);
              assertThat(failure.hint()).isEqualTo(hint);
            });
  }

  @Test
  void tells_the_top_and_the_branch_of_a_repository_with_an_odd_name() throws IOException {
    var repository = sandbox.repository("with spaces, 'quotes' and ümläute");
    var link = Files.createSymbolicLink(sandbox.directory.resolve("link"), repository);
    Files.createDirectories(repository.resolve("deep/inside"));
    var expected = new Repository(repository, "main");
    assertThat(repositories.inspect(repository)).isEqualTo(expected);
    assertThat(repositories.inspect(link)).isEqualTo(expected);
    assertThat(repositories.inspect(repository.resolve("deep/inside"))).isEqualTo(expected);
  }

  @Test
  void tells_a_bare_repository() {
    sandbox.repository("r");
    sandbox.run(sandbox.directory, "clone", "-q", "--bare", "r", "bare");
    var bare = sandbox.directory.resolve("bare");
    assertThat(repositories.inspect(bare)).isEqualTo(new Repository(bare, "main"));
    var workspace = sandbox.start(bare);
    assertThat(workspace.agentDirectory().resolve("a.txt")).exists();
  }

  @Test
  void tells_a_detached_head_and_a_likely_branch() {
    var repository = sandbox.repository("r");
    sandbox.run(repository, "branch", "aaa");
    sandbox.run(repository, "checkout", "-q", "--detach");
    assertThat(repositories.inspect(repository)).isEqualTo(new Repository(repository, "main"));
  }

  @Test
  void a_linked_worktree_has_the_directory_of_its_repository() {
    var repository = sandbox.repository("r");
    var linked = sandbox.directory.resolve("linked");
    sandbox.run(repository, "worktree", "add", "-q", "-b", "side", linked.toString());
    assertThat(repositories.inspect(linked)).isEqualTo(new Repository(linked, "side"));
    assertThat(CommonDirectory.of(linked)).isEqualTo(repository.resolve(".git"));
  }

  @Test
  void an_empty_repository_is_refused_with_the_hint_to_make_a_commit() throws IOException {
    var empty = Files.createDirectory(sandbox.directory.resolve("empty"));
    sandbox.run(empty, "init", "-q");
    assertFails(
        () -> repositories.inspect(empty),
        FailureCode.INVALID_ARGUMENT,
        "Repository %s has no commit yet".formatted(empty),
        "Make a first commit there (git commit --allow-empty -m 'First commit'), then repeat the"
            + " call");
  }

  @Test
  void what_is_no_repository_is_refused() throws IOException {
    var plain = Files.createDirectory(sandbox.directory.resolve("plain"));
    assertFails(
        () -> repositories.inspect(plain),
        FailureCode.INVALID_ARGUMENT,
        "%s is not a git repository".formatted(plain),
        "Repeat the call with the top directory of a git repository in path, or make one there"
            + " with: git init");
    assertFails(
        () -> repositories.inspect(plain.resolve("none")),
        FailureCode.NOT_FOUND,
        "There is no directory %s/none".formatted(plain),
        "Name a directory that exists in path; if a repository was moved, move it back, or call"
            + " add_repo with its new path and start attempts with that repo_id in repos");
    assertFails(
        () -> repositories.inspect(Path.of("plain")),
        FailureCode.INVALID_ARGUMENT,
        "Path 'plain' is not absolute",
        "Repeat the call with the whole path, from the root, in path");
    var repository = sandbox.repository("r");
    assertFails(
        () -> repositories.inspect(repository.resolve(".git/objects")),
        FailureCode.INVALID_ARGUMENT,
        "%s/.git/objects is the inside of a git repository".formatted(repository),
        "Repeat the call with the directory that holds the files in path");
  }

  @Test
  void lists_and_finds_branches() {
    var repository = sandbox.repository("r");
    sandbox.run(repository, "branch", "feature/ünï");
    var commit = sandbox.commitOf(repository, "main");
    assertThat(repositories.branches(repository))
        .containsExactly(new Branch("feature/ünï", commit), new Branch("main", commit));
    assertThat(repositories.load(repository, "feature/ünï").commit()).isEqualTo(commit);
    for (var name : new String[] {"none", "feature", "main^", "-d", "", "refs/heads/main"}) {
      assertFails(
          () -> repositories.load(repository, name),
          FailureCode.NOT_FOUND,
          "Repository %s has no local branch '%s'".formatted(repository, name),
          "Call start_task_attempt again with one of its branches in repos[].target_branch (main,"
              + " feature/ünï); list_repos shows the default_branch of each repo");
    }
  }

  @Test
  void the_name_of_a_branch_has_letters_of_any_script_or_none() {
    var id = UUID.fromString("01234567-89ab-7def-8123-456789abcdef");
    assertThat(BranchName.of(id, "Fix the Login!")).isEqualTo("baton/89abcdef-fix-the-login");
    assertThat(BranchName.of(id, "Größe ändern: Łódź, Ærø"))
        .isEqualTo("baton/89abcdef-grosse-andern-lodz-aero");
    assertThat(BranchName.of(id, "修正 bug 42")).isEqualTo("baton/89abcdef-bug-42");
    assertThat(BranchName.of(id, "修正")).isEqualTo("baton/89abcdef-attempt");
    assertThat(BranchName.of(id, "a".repeat(300))).isEqualTo("baton/89abcdef-" + "a".repeat(40));
    assertThat(BranchName.of(id, "x".repeat(39) + " yyy"))
        .isEqualTo("baton/89abcdef-" + "x".repeat(39));
  }
}
