package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which repositories a project may have, and where work in them begins. */
class RepoRulesTest {
  @TempDir Path directory;
  @AutoClose private TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  private Repo repo() {
    return baton.orchestrator().projects().listRepos(baton.projectId()).getFirst();
  }

  @Test
  void a_default_branch_that_was_renamed_is_found_again() throws Exception {
    git(baton.repository(), "pack-refs", "--all");
    assertThat(repo().defaultBranch()).isEqualTo("main");
    git(baton.repository(), "branch", "-m", "main", "trunk");

    assertThat(repo().defaultBranch()).isEqualTo("trunk");
    var attempt = baton.start("say hi").attemptId();
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.orchestrator().attempts().context(attempt).repos().getFirst().targetBranch())
        .isEqualTo("trunk");
  }

  @Test
  void a_repository_that_is_gone_is_listed_as_it_was() throws Exception {
    Files.move(baton.repository(), directory.resolve("elsewhere"));

    assertThat(repo().defaultBranch()).isEqualTo("main");
  }

  @Test
  void a_project_has_each_repository_once() throws Exception {
    var linked = directory.resolve("linked");
    git(baton.repository(), "worktree", "add", "--quiet", linked.toString());

    for (var path : List.of(baton.repository(), linked)) {
      assertRefused(
          () -> add(path, "again"),
          "The project has the repository at %s already, as 'repo'".formatted(path.toRealPath()),
          "Use repo_id %s from list_repos; a project has each repository once"
              .formatted(repo().id()));
    }
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .projects()
                    .create(
                        new NewProject(
                            "Twice",
                            List.of(
                                new NewRepo(linked, Optional.of("one"), true),
                                new NewRepo(linked, Optional.of("two"), true)))))
        .hasMessage("The project has the repository at %s already, as 'one'", linked.toRealPath());
  }

  @Test
  void a_name_must_fit_a_directory() throws Exception {
    var other = baton.makeRepository("other");

    assertRefused(
        () -> add(other, "é".repeat(51)),
        "The name of the repo has 102 bytes, but at most 100 are allowed",
        "Repeat the call with a shorter name: it names a directory in each workspace");
    assertThat(add(other, "é".repeat(50)).name()).hasSize(50);
  }

  @Test
  void a_worktree_of_baton_is_no_repository_of_a_project() {
    var attempt = baton.start("say hi").attemptId();
    var root = baton.awaitEnd(attempt).attempt().root();

    assertRefused(
        () -> add(root.resolve("repo"), "inner"),
        "%s is inside Baton's data directory".formatted(root.resolve("repo")),
        "Name the repository itself, not a worktree that Baton made from it");
  }

  private Repo add(Path path, String name) {
    return baton
        .orchestrator()
        .projects()
        .addRepo(baton.projectId(), new NewRepo(path, Optional.of(name)));
  }

  private static void assertRefused(ThrowingCallable call, String message, String hint) {
    assertThatThrownBy(call)
        .hasMessage(message)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.INVALID_ARGUMENT);
              assertThat(failure.hint()).isEqualTo(hint);
            });
  }
}
