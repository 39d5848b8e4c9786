package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static dev.baton.orchestrator.git.TestRepository.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdatedAttempt;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How agents resolve conflicts with target branches, whichever database is underneath. */
abstract class ConflictTurnContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  private final AtomicReference<String> script = new AtomicReference<>("write README.md both");
  TestBaton baton;
  private UUID id = new UUID(0, 0);
  private String tip = "";

  ConflictTurnContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void conflict() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress(), setup -> setup, this::resolving);
    id = baton.start("write README.md theirs").attemptId();
    baton.awaitEnd(id);
    tip = git(worktree(), "rev-parse", "HEAD");
    userCommits("mine\n");
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private AgentCatalogue resolving(AgentCatalogue catalogue) {
    var agent = catalogue.find(TestBaton.FAKE).orElseThrow();
    return new AgentCatalogue(List.of(new ResolvingAgent(agent, script)));
  }

  private Path worktree() {
    return baton.status(id).workspacePath();
  }

  private void userCommits(String text) throws Exception {
    Files.writeString(baton.repository().resolve("README.md"), text);
    git(baton.repository(), "commit", "--quiet", "-am", "Of the user");
  }

  private UpdatedAttempt update(boolean resolve) {
    return baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(
                id, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, resolve));
  }

  private void assertMerged() {
    var status = baton.awaitEnd(id);
    assertThat(status.attempt().state()).isEqualTo(new AttemptState.Completed());
    assertThat(git(worktree(), "rev-parse", "HEAD^1", "HEAD^2"))
        .isEqualTo(tip + "\n" + git(baton.repository(), "rev-parse", "main"));
    assertThat(worktree().resolve("README.md")).hasContent("both\n");
    assertThat(git(worktree(), "status", "--porcelain")).isEmpty();
    assertThat(update(false).updates().getFirst().commits()).isZero();
  }

  private String failure() {
    return baton.awaitEnd(id).attempt().state().failureSummary().orElseThrow();
  }

  @Test
  void the_agent_resolves_and_the_server_commits_the_merge() {
    var updated = update(true);

    var repo = updated.updates().getFirst();
    assertThat(repo.commit()).isEmpty();
    assertThat(repo.conflicts()).containsExactly("README.md");
    assertThat(updated.executionProcessId())
        .isEqualTo(Optional.of(baton.status(id).latestProcess().orElseThrow().id()));
    assertMerged();
    assertThat(baton.messages(id, Role.USER).getLast()).contains("'main'", "- README.md");
  }

  @Test
  void the_merge_is_committed_whatever_the_policy_and_also_by_an_agent_that_may() {
    baton.commitPolicy("none");
    script.set("write README.md both\ncommit Mine");

    update(true);

    assertMerged();
  }

  @Test
  void marks_that_are_left_fail_the_turn_by_name_and_it_can_be_retried() {
    script.set("say I cannot");
    update(true);
    assertThat(failure()).contains("conflict marks are left in README.md");
    assertThat(git(worktree(), "rev-parse", "HEAD")).isEqualTo(tip);

    script.set("write README.md both");
    baton.orchestrator().turns().retry(new RetryRequest(id, 1, Optional.empty(), Optional.empty()));

    assertMerged();
  }

  @Test
  void a_conflict_without_marks_must_be_decided() throws Exception {
    git(baton.repository(), "rm", "--quiet", "README.md");
    git(baton.repository(), "commit", "--quiet", "-m", "Without it");
    script.set("say Nothing to do");
    update(true);
    assertThat(failure()).contains("nobody decided about README.md");
    assertThat(git(worktree(), "rev-parse", "HEAD")).isEqualTo(tip);

    script.set("delete README.md");
    baton.orchestrator().turns().retry(new RetryRequest(id, 1, Optional.empty(), Optional.empty()));

    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());
    assertThat(worktree().resolve("README.md")).doesNotExist();
  }

  @Test
  void a_binary_file_must_be_decided_also_if_its_name_has_a_line_feed() throws Exception {
    var name = "two\nlines";
    for (var checkout : List.of(worktree(), baton.repository())) {
      Files.write(checkout.resolve(name), new byte[] {0, (byte) checkout.getNameCount()});
      git(checkout, "add", "--all");
      git(checkout, "commit", "--quiet", "-m", "A picture");
    }

    update(true);

    assertThat(failure()).contains("nobody decided about two");
  }

  @Test
  void marks_that_are_left_can_be_resolved_by_the_next_turn() {
    script.set("say I cannot");
    update(true);
    assertThat(failure()).contains("README.md");
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .merges()
                    .merge(
                        new MergeRequest(
                            id, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), true)))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.GIT_CONFLICT);
              assertThat(failure).hasMessageContaining("conflict marks are left in README.md");
              assertThat((Object) failure.details().get("files")).isEqualTo(List.of("README.md"));
            });

    baton.orchestrator().followUps().send(caller(), to(id, "write README.md both"));

    assertMerged();
  }

  @Test
  void a_turn_that_went_on_with_the_conflict_finds_the_merge_again_when_it_is_retried() {
    script.set("append README.md half");
    update(true);
    assertThat(failure()).contains("conflict marks are left in README.md");
    baton.orchestrator().followUps().send(caller(), to(id, "write README.md wrong"));
    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());

    retry(2, "say I cannot either");

    assertThat(failure()).contains("conflict marks are left in README.md");
    assertThat(git(worktree(), "rev-parse", "HEAD")).isEqualTo(tip);
    assertThat(worktree().resolve("README.md")).content().contains("half", "<<<<<<<");
    retry(3, "write README.md both");
    assertMerged();
  }

  @Test
  void a_file_that_one_side_deleted_is_still_to_be_decided_when_a_later_turn_is_retried()
      throws Exception {
    git(baton.repository(), "rm", "--quiet", "README.md");
    git(baton.repository(), "commit", "--quiet", "-m", "Without it");
    script.set("say Nothing to do");
    update(true);
    assertThat(failure()).contains("nobody decided about README.md");
    baton.orchestrator().followUps().send(caller(), to(id, "delete README.md"));
    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());

    retry(2, "write README.md both");

    assertMerged();
  }

  @Test
  void what_each_update_gives_up_is_named_also_if_it_was_kept_before() {
    script.set("say I cannot");
    update(true);
    assertThat(failure()).contains("README.md");
    var second = update(true);
    assertThat(failure()).contains("README.md");
    var third = update(true);
    assertThat(failure()).contains("README.md");

    assertThat(second.keptRefs()).isNotEmpty();
    assertThat(third.keptRefs()).isEqualTo(second.keptRefs());
  }

  private void retry(long turn, String prompt) {
    baton
        .orchestrator()
        .turns()
        .retry(new RetryRequest(id, turn, Optional.of(prompt), Optional.of("NO_CONTEXT")));
  }

  @Test
  void a_resolution_is_taken_back_by_another_update() {
    script.set("append README.md half");
    update(true);
    assertThat(failure()).contains("README.md");

    var updated = update(false);

    assertThat(updated.updates().getFirst().conflicts()).containsExactly("README.md");
    assertThat(git(worktree(), "rev-parse", "HEAD")).isEqualTo(tip);
    assertThat(git(worktree(), "status", "--porcelain")).isEmpty();
    assertThat(worktree().resolve("README.md")).hasContent("theirs\n");
    assertThat(updated.keptRefs())
        .anySatisfy(
            ref ->
                assertThat(git(baton.repository(), "show", ref + ":README.md"))
                    .contains("half", "<<<<<<<"));
    baton.orchestrator().followUps().send(caller(), to(id, "write a.txt one"));
    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());
  }

  private List<String> previewed() {
    return baton.orchestrator().merges().preview(id).getFirst().conflicts();
  }

  private void assertCommittedAsMerge() {
    assertThat(git(worktree(), "rev-parse", "HEAD^1", "HEAD^2"))
        .isEqualTo(tip + "\n" + git(baton.repository(), "rev-parse", "main"));
    assertThat(worktree().resolve("README.md")).hasContent("both\n");
    assertThat(git(worktree(), "status", "--porcelain")).isEmpty();
  }

  @Test
  void what_a_person_resolved_in_the_workspace_is_seen_before_a_merge_and_committed_by_an_update()
      throws Exception {
    script.set("say I cannot");
    update(true);
    assertThat(failure()).contains("README.md");
    assertThat(previewed()).containsExactly("README.md");
    Files.writeString(worktree().resolve("README.md"), "both\n");
    assertThat(previewed()).isEmpty();

    var updated = update(false);

    assertThat(updated.updates().getFirst().conflicts()).isEmpty();
    assertThat(updated.keptRefs()).isEmpty();
    assertCommittedAsMerge();
  }

  @Test
  void a_merge_that_a_person_began_is_committed_by_an_update_when_no_mark_is_left()
      throws Exception {
    run(worktree(), Map.of(), List.of("sh", "-c", "git merge --quiet main || true"));
    assertThat(previewed()).containsExactly("README.md");
    assertThatThrownBy(() -> update(true))
        .hasMessageContaining("conflict marks are left in README.md");
    assertThat(update(false).updates().getFirst().conflicts()).containsExactly("README.md");
    assertThat(git(worktree(), "rev-parse", "HEAD", "MERGE_HEAD"))
        .isEqualTo(tip + "\n" + git(baton.repository(), "rev-parse", "main"));

    Files.writeString(worktree().resolve("README.md"), "both\n");

    assertThat(previewed()).isEmpty();
    assertThat(update(false).updates().getFirst().conflicts()).isEmpty();
    assertCommittedAsMerge();
  }

  @Test
  void marks_that_a_rebase_left_are_committed_by_nobody() throws Exception {
    run(worktree(), Map.of(), List.of("sh", "-c", "git rebase --quiet main || true"));
    var head = git(worktree(), "rev-parse", "HEAD");

    assertThatThrownBy(() -> update(false)).hasMessageContaining("is in the middle of a rebase");
    baton.orchestrator().followUps().send(caller(), to(id, "say more"));

    assertThat(failure()).contains("conflict marks are left in README.md");
    assertThat(git(worktree(), "rev-parse", "HEAD")).isEqualTo(head);
    assertThat(worktree().resolve("README.md")).content().contains("<<<<<<<");
  }

  @Test
  void a_turn_before_the_conflict_can_be_retried_too() {
    script.set("say I cannot");
    update(true);
    assertThat(failure()).contains("README.md");

    baton
        .orchestrator()
        .turns()
        .retry(new RetryRequest(id, 0, Optional.of("write b.txt two"), Optional.empty()));

    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());
    assertThat(worktree().resolve("README.md")).hasContent("hello\n");
    assertThat(update(false).updates().getFirst().conflicts()).isEmpty();
  }

  @Test
  void another_target_counts_once_the_conflict_is_resolved() throws Exception {
    git(baton.repository(), "branch", "release");
    git(baton.repository(), "reset", "--quiet", "--hard", "HEAD~1");
    script.set("say I cannot");
    var request =
        new UpdateRequest(id, Optional.empty(), Optional.of("release"), UpdateStrategy.MERGE, true);
    baton.orchestrator().updates().update(request);
    assertThat(failure()).contains("README.md");
    assertThat(target()).isEqualTo("main");

    script.set("write README.md both");
    baton.orchestrator().updates().update(request);

    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());
    assertThat(target()).isEqualTo("release");
  }

  private String target() {
    return baton.orchestrator().attempts().context(id).repos().getFirst().targetBranch();
  }

  @Test
  void a_restart_in_the_middle_changes_nothing() {
    script.set("sleep 1\nwrite README.md both");

    update(true);
    baton.restart();

    assertMerged();
  }
}
