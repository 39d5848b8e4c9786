package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work of a worker that lives is merged, updated and merged again as that of a server. */
@Tag("slow")
class WorkerMergesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String WORKER = "w";

  @TempDir static Path directory;
  private static WorkerBoard board;

  @BeforeAll
  static void serve() throws IOException {
    board = new WorkerBoard(directory);
    board.worker(WORKER, "--name", WORKER).line();
  }

  @AfterAll
  static void end() throws IOException {
    board.close();
  }

  private static String work(String project, String script) {
    var attempt = board.attempt(board.task(project), script);
    awaitRest(attempt);
    return attempt;
  }

  private static void awaitRest(String attempt) {
    await().atMost(PATIENCE).until(() -> board.state(attempt).equals("completed"));
  }

  private static Path repository(String project) {
    return directory.resolve("repos").resolve(project);
  }

  private static Path worktree(String attempt, String project) {
    return board.home(WORKER).resolve("worktrees").resolve(attempt).resolve(project);
  }

  private static String merged(String project, String file) {
    return TestRepository.git(repository(project), "show", "HEAD:" + file).strip();
  }

  @Test
  void a_merge_takes_all_that_lies_in_the_workspace_and_the_next_turn_goes_on_from_it()
      throws IOException {
    var attempt = work("shop", "write b.txt first");
    Files.writeString(worktree(attempt, "shop").resolve("late.txt"), "late\n");

    board.said("attempt", "merge", attempt);

    assertThat(merged("shop", "late.txt")).isEqualTo("late");
    assertThat(merged("shop", "b.txt")).isEqualTo("first");
    assertThat(TestRepository.git(worktree(attempt, "shop"), "rev-parse", "HEAD"))
        .as("the worker goes on from what was merged")
        .isEqualTo(TestRepository.git(repository("shop"), "rev-parse", "HEAD"));

    board.said("follow-up", attempt, "--prompt", "write b.txt second");
    awaitRest(attempt);
    board.said("attempt", "merge", attempt);

    assertThat(merged("shop", "b.txt")).isEqualTo("second");
    assertThat(TestRepository.git(repository("shop"), "log", "--format=%s").lines()).hasSize(3);
  }

  @Test
  void what_cannot_come_home_is_not_merged_and_the_refusal_says_why() throws IOException {
    var attempt = work("held", "write b.txt first");
    var before = TestRepository.git(repository("held"), "rev-parse", "HEAD");
    Files.writeString(worktree(attempt, "held").resolve("late.txt"), "late\n");
    var lock = repository("held").resolve(".git/refs/baton/home/%s/branch.lock".formatted(attempt));
    Files.createFile(lock);

    assertThat(board.baton("attempt", "merge", attempt).err())
        .contains("The work of node 'w' is not at home yet", "cannot lock ref");
    assertThat(TestRepository.git(repository("held"), "rev-parse", "HEAD")).isEqualTo(before);

    Files.delete(lock);
    board.said("attempt", "merge", attempt);
    assertThat(merged("held", "late.txt")).isEqualTo("late");
  }

  @Test
  void conflicts_with_the_target_are_noticed_listed_and_refused_with_a_way_that_works()
      throws Exception {
    var attempt = work("split", "write a.txt mine");
    Files.writeString(repository("split").resolve("a.txt"), "theirs\n");
    TestRepository.git(repository("split"), "commit", "--quiet", "-am", "theirs");

    // why: otherwise nobody looks for a minute
    board.said("attempt", "merge", work("other", "write c.txt c"));
    await().atMost(PATIENCE).until(() -> conflictFiles(attempt) == 1);

    var refused = board.baton("attempt", "merge", attempt).err();
    assertThat(refused)
        .contains("a.txt", "resolve")
        .doesNotContain(board.home("server").toString());
    for (int time = 0; time < 2; time++) {
      var listed = board.json("attempt", "update", attempt);
      assertThat(listed.at("/updates/0/conflicts/0").asString("")).isEqualTo("a.txt");
    }
    board.said("attempt", "update", attempt, "--resolve");
  }

  private static long conflictFiles(String attempt) throws SQLException {
    try (var connection = DriverManager.getConnection(board.database());
        var statement =
            connection.prepareStatement("select conflict_files from attempt where id = ?")) {
      statement.setString(1, attempt);
      try (var rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getLong(1);
      }
    }
  }

  @Test
  void an_update_brings_its_work_home_and_files_that_no_worker_has_are_named() throws IOException {
    board.project("server", "fresh");
    var repo = board.json("repo", "list", "fresh").at("/repos/0/repo_id").asString("");
    board.said("repo", "set", repo, "--copy", ".env");
    var attempt = board.attempt(board.taskOf("fresh"), "write b.txt first");
    awaitRest(attempt);
    assertThat(board.json("attempt", "logs", attempt).toString())
        .contains("Not copied: .env of repository 'fresh'", "node 'w'");
    TestRepository.write(repository("fresh").resolve("news.txt"), "news\n");
    TestRepository.git(repository("fresh"), "add", "--all");
    TestRepository.git(repository("fresh"), "commit", "--quiet", "-m", "news");

    board.said("attempt", "update", attempt);

    var home = "refs/baton/home/%s/branch".formatted(attempt);
    assertThat(TestRepository.git(repository("fresh"), "show", home + ":news.txt").strip())
        .isEqualTo("news");
  }
}
