package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.followup.AttemptTurns.ShownTurn;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed while they update attempts or take turns back. */
@Tag("slow")
class UpdateCrashTest {
  private static final long SEED = Long.getLong("baton.kills.seed", System.nanoTime());
  private static final int KILLS = 4;

  @TempDir Path directory;
  private final Random random = new Random(SEED);

  private void killWhile(String command, UUID attempt, String script) throws Exception {
    try (var server = KilledServer.start(directory, TestBaton.file(directory))) {
      assertThat(server.output().readLine()).isEqualTo(KilledServer.READY);
      server.ask("%s\tx\t%s\t%s".formatted(command, attempt, script));
      server.killAfter(Duration.ofMillis(random.nextInt(400)));
    }
  }

  private void userCommits(String repository, String file) throws Exception {
    Files.writeString(directory.resolve(repository).resolve(file), "news\n");
    git(directory.resolve(repository), "add", "--all");
    git(directory.resolve(repository), "commit", "--quiet", "-m", "News");
  }

  @Test
  void an_update_that_a_crash_cuts_short_is_whole_or_was_not() throws Exception {
    UUID id;
    try (var baton = TestBaton.in(directory)) {
      id =
          baton.endedInTwoRepositories("write repo/a.txt one", "write other/b.txt two").attemptId();
    }
    for (int kill = 0; kill < KILLS; kill++) {
      var news = "news%d.txt".formatted(kill);
      userCommits("repo", news);
      userCommits("other", news);

      killWhile("update", id, "-");

      try (var baton = TestBaton.again(directory)) {
        assertWholeOrNot(baton, id, news);
        KilledServer.obey(baton, List.of("update", "last", id.toString(), "-"));
        assertThat(assertWholeOrNot(baton, id, news)).isTrue();
      }
    }
  }

  /** True if both worktrees have the news; they are clean and have the work in any case. */
  private static boolean assertWholeOrNot(TestBaton baton, UUID id, String news) {
    var root = baton.status(id).workspacePath();
    boolean isUpdated = Files.exists(root.resolve("repo").resolve(news));
    assertThat(Files.exists(root.resolve("other").resolve(news)))
        .as("seed %d", SEED)
        .isEqualTo(isUpdated);
    assertThat(root.resolve("repo/a.txt")).hasContent("one\n");
    assertThat(root.resolve("other/b.txt")).hasContent("two\n");
    for (var name : List.of("repo", "other")) {
      assertThat(git(root.resolve(name), "status", "--porcelain")).as("seed %d", SEED).isEmpty();
      assertThat(git(root.resolve(name), "rev-list", "--count", "main..HEAD")).isEqualTo("1");
    }
    return isUpdated;
  }

  @Test
  void a_retry_that_a_crash_cuts_short_is_done_once_or_never_began() throws Exception {
    UUID id;
    try (var baton = TestBaton.in(directory)) {
      id = baton.start("write a.txt one").attemptId();
      baton.awaitEnd(id);
      baton.orchestrator().followUps().send(caller(), to(id, "write b.txt dropped"));
      baton.awaitEnd(id);
    }
    var dropped = hash("dropped\n");
    for (int kill = 0; kill < KILLS; kill++) {
      var before = turns(id);

      killWhile("retry", id, "write c%d.txt again".formatted(kill));

      try (var baton = TestBaton.again(directory)) {
        baton.awaitEnd(id);
        var worktree = baton.status(id).workspacePath();
        var after = list(baton, id).size();
        assertThat(after).as("seed %d", SEED).isIn(before, before + 1);
        assertThat(Files.exists(worktree.resolve("c%d.txt".formatted(kill))))
            .as("seed %d", SEED)
            .isEqualTo(after > before);
        assertThat(Files.exists(worktree.resolve("b.txt"))).isEqualTo(after == 2);
        assertThat(worktree.resolve("a.txt")).hasContent("one\n");
        assertThat(git(worktree, "status", "--porcelain")).isEmpty();
        assertThat(git(baton.repository(), "rev-list", "--objects", "--glob=refs/*"))
            .contains(dropped);
      }
    }
  }

  private String hash(String text) throws Exception {
    var file = Files.writeString(directory.resolve("blob"), text);
    return git(directory.resolve("repo"), "hash-object", file.toString());
  }

  private int turns(UUID id) throws Exception {
    try (var baton = TestBaton.again(directory)) {
      return list(baton, id).size();
    }
  }

  private static List<ShownTurn> list(TestBaton baton, UUID id) {
    return baton
        .orchestrator()
        .turns()
        .list(id, PageRequest.first(PageLimit.items(100)), PageView.<ShownTurn>plain())
        .items();
  }
}
