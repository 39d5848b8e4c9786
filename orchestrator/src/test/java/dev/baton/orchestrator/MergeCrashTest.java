package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Database;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.merge.Merges.MergePlan;
import dev.baton.orchestrator.merge.RepoMerge;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.start.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.review.MergeTable.MergeIntent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed while they merge. */
@Tag("slow")
class MergeCrashTest {
  private static final long SEED = Long.getLong("baton.kills.seed", System.nanoTime());
  private static final int KILLS = 4;

  @TempDir Path directory;
  private final Random random = new Random(SEED);

  @Test
  void a_merge_that_a_crash_cuts_short_is_whole_or_was_not() throws Exception {
    StartedAttempt started;
    try (var baton = TestBaton.in(directory)) {
      started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two");
    }
    for (int kills = 0; kills < KILLS; kills++) {
      killWhileMerging(started.attemptId());
      try (var baton = TestBaton.again(directory)) {
        assertAllOrNothing(baton, started);
      }
    }
    try (var baton = TestBaton.again(directory)) {
      KilledServer.obey(baton, List.of("merge", "last", started.attemptId().toString(), "-"));
      assertThat(assertAllOrNothing(baton, started)).isTrue();
    }
  }

  private void killWhileMerging(UUID attempt) throws Exception {
    try (var server = KilledServer.start(directory, TestBaton.file(directory))) {
      assertThat(server.output().readLine()).isEqualTo(KilledServer.READY);
      server.ask("merge\tm\t%s\t-".formatted(attempt));
      server.killAfter(Duration.ofMillis(random.nextInt(250)));
    }
  }

  /** True if both repositories have the work; they are clean in any case. */
  private boolean assertAllOrNothing(TestBaton baton, StartedAttempt started) throws Exception {
    var other = directory.resolve("other");
    boolean isMerged = Files.exists(baton.repository().resolve("a.txt"));
    assertThat(Files.exists(other.resolve("b.txt"))).as("seed %d", SEED).isEqualTo(isMerged);
    for (var repository : List.of(baton.repository(), other)) {
      assertThat(git(repository, "status", "--porcelain")).as("seed %d", SEED).isEmpty();
      assertThat(git(repository, "rev-list", "--count", "main")).isEqualTo(isMerged ? "2" : "1");
    }
    assertThat(baton.orchestrator().board().loadTask(started.taskId()).task().status())
        .isEqualTo(isMerged ? BoardTaskStatus.DONE : BoardTaskStatus.IN_REVIEW);
    return isMerged;
  }

  /** Stores a merge of both repositories by hand, of which only the first was made. */
  private void cutShort(UUID attempt) throws Exception {
    var merges = new ArrayList<RepoMerge>();
    for (var name : List.of("repo", "other")) {
      var repository = directory.resolve(name).toRealPath();
      var branch = git(repository, "for-each-ref", "--format=%(refname)", "refs/heads/baton");
      var made = git(repository, "rev-parse", branch);
      var target = "refs/heads/main";
      var before = git(repository, "rev-parse", target);
      merges.add(
          new RepoMerge(
              name, repository, target, before, made, branch, made, made, Optional.empty()));
    }
    git(directory.resolve("repo"), "reset", "--quiet", "--hard", merges.getFirst().newCommit());
    try (var database = Database.open(TestBaton.file(directory))) {
      var plan = Json.MAPPER.writeValueAsString(new MergePlan(attempt, merges));
      Store.open(database)
          .write(
              tables -> {
                tables.merges().insert(new MergeIntent(attempt, plan), Instant.EPOCH);
                return plan;
              });
    }
  }

  @Test
  void a_merge_that_cannot_be_finished_is_not_forgotten() throws Exception {
    StartedAttempt started;
    try (var baton = TestBaton.in(directory)) {
      started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two");
    }
    cutShort(started.attemptId());
    var other = directory.resolve("other");
    Files.move(other, directory.resolve("elsewhere"));
    var request =
        new MergeRequest(
            started.attemptId(), Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false);
    try (var baton = TestBaton.again(directory)) {
      assertThatThrownBy(() -> baton.orchestrator().merges().merge(request))
          .isInstanceOf(ToolFailure.class)
          .hasMessageContaining(other.toString());
      Files.move(directory.resolve("elsewhere"), other);
      assertThat(baton.orchestrator().merges().merge(request).merges()).hasSize(2);
      assertThat(assertAllOrNothing(baton, started)).isTrue();
    }
  }

  @Test
  void a_merge_that_others_built_upon_is_said_to_stay() throws Exception {
    StartedAttempt started;
    try (var baton = TestBaton.in(directory)) {
      started = baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two");
    }
    cutShort(started.attemptId());
    var other = directory.resolve("other");
    Files.move(other, directory.resolve("elsewhere"));
    var request =
        new MergeRequest(
            started.attemptId(), Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false);
    try (var baton = TestBaton.again(directory)) {
      Files.move(directory.resolve("elsewhere"), other);
      for (var repository : List.of(baton.repository(), other)) {
        git(repository, "commit", "--quiet", "--allow-empty", "--message", "built upon");
      }
      assertThatThrownBy(() -> baton.orchestrator().merges().merge(request))
          .isInstanceOf(ToolFailure.class)
          .hasMessageContaining("in other was moved by somebody else")
          .hasMessageContaining("what was merged into repo before stays");
      assertThat(baton.orchestrator().merges().merge(request).merges())
          .extracting(merge -> merge.repoName())
          .contains("other");
      assertThat(other.resolve("b.txt")).exists();
      assertThat(baton.repository().resolve("a.txt")).exists();
    }
  }
}
