package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of an attempt that git ignores are lost by nothing that moves its branch. */
class IgnoredFilesTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;
  private UUID id = new UUID(0, 0);

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
    id = baton.start("write README.md theirs").attemptId();
    baton.awaitEnd(id);
    Files.writeString(baton.repository().resolve(".git/info/exclude"), "local.txt\ncache\n");
  }

  private Path worktree() {
    return baton.status(id).workspacePath();
  }

  private void userCommits(String file, String text) throws Exception {
    var path = baton.repository().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    git(baton.repository(), "add", "--force", "--all");
    git(baton.repository(), "commit", "--quiet", "-m", "Of the user");
  }

  private void assertUpdateRefused(UpdateStrategy strategy, boolean resolve, String file) {
    var head = git(worktree(), "rev-parse", "HEAD");
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .updates()
                    .update(
                        new UpdateRequest(
                            id, Optional.empty(), Optional.empty(), strategy, resolve)))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.TARGET_DIRTY);
              assertThat(failure)
                  .hasMessage(
                      "The update would overwrite 1 file (%s) in %s, which git ignores there"
                          .formatted(file, worktree()));
              assertThat(failure.hint())
                  .isEqualTo("Move these files away, then call update_attempt again");
              assertThat(failure.details()).isEqualTo(Map.of("files", List.of(file)));
            });
    assertThat(git(worktree(), "rev-parse", "HEAD")).isEqualTo(head);
    assertThat(git(worktree(), "status", "--porcelain")).isEmpty();
  }

  @Test
  void an_update_that_would_overwrite_one_is_refused_with_its_name() throws Exception {
    var mine = Files.writeString(worktree().resolve("local.txt"), "mine\n");
    userCommits("local.txt", "news\n");

    for (var strategy : UpdateStrategy.values()) {
      assertUpdateRefused(strategy, false, "local.txt");
    }

    assertThat(mine).hasContent("mine\n");
    Files.delete(mine);
    assertThat(
            baton
                .orchestrator()
                .updates()
                .update(
                    new UpdateRequest(
                        id, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, false))
                .updates()
                .getFirst()
                .commits())
        .isEqualTo(1);
  }

  @Test
  void one_in_place_of_a_directory_and_a_directory_in_place_of_one_are_in_the_way_too()
      throws Exception {
    var mine = Files.writeString(worktree().resolve("cache"), "mine\n");
    userCommits("cache/a.txt", "news\n");
    assertUpdateRefused(UpdateStrategy.REBASE, false, "cache");
    assertThat(mine).hasContent("mine\n");

    Files.delete(mine);
    git(baton.repository(), "rm", "--quiet", "-r", "cache");
    userCommits("cache", "a file\n");
    Files.createDirectories(mine.resolve("deep"));
    var below = Files.writeString(mine.resolve("deep/b.txt"), "mine\n");
    assertUpdateRefused(UpdateStrategy.REBASE, false, "cache/deep/b.txt");
    assertThat(below).hasContent("mine\n");
  }

  @Test
  void a_directory_that_becomes_a_file_is_in_nobodys_way() throws Exception {
    userCommits("was/a.txt", "a\n");
    var second = baton.start("write b.txt two").attemptId();
    baton.awaitEnd(second);
    git(baton.repository(), "rm", "--quiet", "-r", "was");
    userCommits("was", "a file now\n");

    var updated =
        baton
            .orchestrator()
            .updates()
            .update(
                new UpdateRequest(
                    second, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, false));

    assertThat(updated.updates().getFirst().commit()).isPresent();
    assertThat(baton.status(second).workspacePath().resolve("was")).hasContent("a file now\n");
  }

  @Test
  void a_conflict_is_not_left_over_one() throws Exception {
    var mine = Files.writeString(worktree().resolve("local.txt"), "mine\n");
    userCommits("local.txt", "news\n");
    userCommits("README.md", "mine\n");

    assertUpdateRefused(UpdateStrategy.REBASE, true, "local.txt");

    assertThat(mine).hasContent("mine\n");
  }

  @Test
  void what_a_retried_turn_overwrites_is_kept() throws Exception {
    baton.orchestrator().followUps().send(caller(), to(id, "write notes.txt first"));
    baton.awaitEnd(id);
    baton.orchestrator().followUps().send(caller(), to(id, "say hello"));
    baton.awaitEnd(id);
    git(worktree(), "rm", "--quiet", "--cached", "notes.txt");
    git(worktree(), "commit", "--quiet", "-m", "No longer in git");
    Files.writeString(baton.repository().resolve(".git/info/exclude"), "notes.txt\n");
    Files.writeString(worktree().resolve("notes.txt"), "mine\n");

    var kept =
        baton
            .orchestrator()
            .turns()
            .retry(new RetryRequest(id, 2, Optional.of("say again"), Optional.empty()))
            .keptRefs();
    baton.awaitEnd(id);

    assertThat(worktree().resolve("notes.txt")).hasContent("first\n");
    assertThat(kept)
        .anySatisfy(
            ref ->
                assertThat(git(baton.repository(), "show", ref + ":notes.txt")).isEqualTo("mine"));
  }
}
