package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Program;
import dev.baton.database.TestPostgres;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Nodes die, lose the database, and come back. All of it happens before the first test, because it
 * takes half a minute until somebody counts as dead; each test then has nodes and an attempt of its
 * own.
 */
@Tag("slow")
class AwayNodesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String KILLED = "killed";
  private static final String PATIENT = "patient";
  private static final String LEFT = "left";
  private static final String STAYS = "stays";
  private static final String GONE = "gone";
  private static final String HOME = "home";

  @TempDir static Path directory;
  private static WorkerBoard board;
  private static PulledCable patientCable;
  private static PulledCable leftCable;
  private static Program left;

  private static String killedAttempt = "";
  private static String patientAttempt = "";
  private static String leftAttempt = "";
  private static String remoteAttempt = "";
  private static String lateAttempt = "";
  private static String sharedTask = "";

  @BeforeAll
  static void loseThem() throws Exception {
    board = new WorkerBoard(directory);
    patientCable = PulledCable.to(TestPostgres.port());
    leftCable = PulledCable.to(TestPostgres.port());
    var task = board.task(KILLED);
    assertThat(board.baton("attempt", "start", task, "FAKE_AGENT").err()).contains("FAKE_AGENT");
    var home = board.serveToo(HOME);
    left = board.workerBehind(leftCable, LEFT, "--name", LEFT);
    var killed = startWorkers();
    var gone = board.worker(GONE, "--name", GONE);
    gone.line();
    home.line();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                Stream.of(KILLED, PATIENT, LEFT, STAYS, GONE)
                    .allMatch(board.said("executors", "--json")::contains));

    beginOnKilled(task);
    beginOnPatient();
    beginOnLeft();
    beginFromHome();
    workOnTwoNodes();

    gone.kill();
    killed.kill();
    patientCable.pull();
    leftCable.pull();
    home.kill();
    lateAttempt = board.attempt(board.taskOf(HOME), "write c.txt c", "--node", STAYS);
  }

  private static Program startWorkers() throws IOException {
    Files.createDirectories(board.home(PATIENT));
    Files.writeString(board.home(PATIENT).resolve("config.yaml"), "nodes: {patience: 12s}\n");
    var killed =
        board.worker(KILLED, "--name", KILLED, "--labels", "gpu,big", "--max-running", "2");
    var others =
        List.of(
            board.workerBehind(patientCable, PATIENT, "--name", PATIENT),
            left,
            board.worker(STAYS, "--name", STAYS));
    assertThat(killed.line())
        .startsWith("Worker 'killed' with gpu, big runs up to 2 agents for " + board.url())
        .contains("it answers", "it found ", "server '");
    for (var other : others) {
      other.line();
    }
    return killed;
  }

  private static void beginOnKilled(String task) throws Exception {
    board.said("project", "set", KILLED, "--labels", "gpu,big");
    assertThat(new ProcessBuilder("mkfifo", pipe().toString()).start().waitFor()).isZero();
    // why: who writes into a pipe waits until somebody reads it
    killedAttempt = board.attempt(task, "say one\nappend %s go\nsay two".formatted(pipe()));
    assertThat(board.state(killedAttempt)).isEqualTo("running");
    assertThat(board.workspace(killedAttempt)).startsWith(board.home(KILLED).toString());
    assertThat(board.baton("node", "remove", KILLED).err()).contains("Node 'killed' lives");
    try (var other = board.worker("namesake", "--name", KILLED)) {
      var ended = other.await();
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err()).contains("The name 'killed' is taken by a worker", "--name");
      assertThat(board.home("namesake").resolve("server-name")).doesNotExist();
    }
  }

  private static Path pipe() {
    return directory.resolve("pipe");
  }

  private static void beginOnPatient() {
    var script = "append %s begun\nsleep 300".formatted(diary());
    patientAttempt = board.attempt(board.task(PATIENT), script, "--node", PATIENT);
    await().atMost(PATIENCE).until(() -> Files.exists(diary()));
  }

  private static Path diary() {
    return directory.resolve("diary");
  }

  private static void beginOnLeft() throws IOException {
    // why words all the time: what it says is somebody else's, and is tried once
    leftAttempt =
        board.attempt(board.task(LEFT), "say on\nsleep 0.3\n".repeat(1_000), "--node", LEFT);
    var work = board.home(LEFT).resolve("worktrees").resolve(leftAttempt).resolve(LEFT);
    await().atMost(PATIENCE).until(() -> Files.exists(work.resolve("a.txt")));
    Files.writeString(work.resolve("late.txt"), "not at home yet\n");
  }

  /** A repository at the other server, which is published elsewhere, too. */
  private static void beginFromHome() {
    var repository = board.project(HOME, HOME);
    var published = directory.resolve("published.git").toString();
    TestRepository.git(directory, "clone", "--quiet", "--bare", repository.toString(), published);
    TestRepository.git(repository, "remote", "add", "origin", published);
    remoteAttempt = board.attempt(board.taskOf(HOME), "write b.txt b", "--node", STAYS);
    await().atMost(PATIENCE).until(() -> board.state(remoteAttempt).equals("completed"));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                TestRepository.git(repository, "for-each-ref", "refs/baton/home")
                    .contains(remoteAttempt));
  }

  private static void workOnTwoNodes() {
    sharedTask = board.task(GONE);
    for (var node : List.of(STAYS, GONE)) {
      var attempt = board.attempt(sharedTask, "write d.txt d", "--node", node);
      await().atMost(PATIENCE).until(() -> board.state(attempt).equals("completed"));
    }
  }

  @AfterAll
  static void end() throws IOException {
    board.close();
    patientCable.close();
    leftCable.close();
  }

  @Test
  void an_agent_is_found_again_after_its_worker_was_killed() throws Exception {
    assertThat(board.baton("attempt", "stop", killedAttempt).err())
        .contains("Node 'killed'", "does not answer; it was last seen 20");
    await().atMost(PATIENCE).until(() -> board.state(killedAttempt).equals("failed"));
    assertThat(board.status(killedAttempt).path("failure_summary").asString(""))
        .startsWith("interrupted: node killed ");
    var waiting = board.json("attempt", "start", board.taskOf(KILLED), "FAKE_AGENT");
    assertThat(WorkerBoard.reason(waiting))
        .contains("FAKE_AGENT with the labels gpu, big is on killed, last seen ");

    assertThat(board.worker(KILLED, "--labels", "gpu,big").line())
        .startsWith("Worker 'killed' with gpu, big ");
    await().atMost(PATIENCE).until(() -> board.state(killedAttempt).equals("running"));
    assertThat(Files.readString(pipe())).isEqualTo("go\n");
    await().atMost(PATIENCE).until(() -> board.state(killedAttempt).equals("completed"));
    var messages = board.said("attempt", "messages", killedAttempt, "--json");
    assertThat(messages.split("\"one\"", -1)).hasSize(2);
    assertThat(messages.split("\"two\"", -1)).hasSize(2);

    assertThat(board.json("node", "drain", KILLED, "--wait-ms", "30000").path("running").asInt(-1))
        .isZero();
    assertThat(
            WorkerBoard.reason(board.json("attempt", "start", board.taskOf(KILLED), "FAKE_AGENT")))
        .contains("killed, which is draining");
    assertThat(board.json("node", "resume", KILLED).path("state").asString("")).isEqualTo("live");
  }

  @Test
  void a_worker_gets_repositories_of_another_server_and_waits_while_that_is_away()
      throws Exception {
    assertThat(board.workspace(remoteAttempt)).startsWith(board.home(STAYS).toString());
    var repository = board.json("repo", "list", HOME).path("repos").path(0).path("repo_id");
    var mirror = board.home(STAYS).resolve("mirrors").resolve(repository.asString("") + ".git");
    assertThat(TestRepository.git(mirror, "for-each-ref"))
        .as("it came from where it is published")
        .contains("refs/remotes/origin/");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(WorkerBoard.reason(board.status(lateAttempt)))
                    .contains("stays, which gets its repositories from ", "home, last seen "));
    assertThat(node(STAYS).path("running").asInt(-1)).isZero();
    board.serveToo(HOME).line();
    await().atMost(PATIENCE).until(() -> board.state(lateAttempt).equals("completed"));
    assertThat(board.said("attempt", "messages", lateAttempt, "--json").split("write c.txt c", -1))
        .hasSize(2);
    deleteFromAThirdNode();
  }

  /** The server that is asked has neither the workspace nor the repository. */
  private static void deleteFromAThirdNode() {
    var repository = directory.resolve("repos").resolve(HOME);
    board.said("attempt", "merge", lateAttempt);
    assertThat(TestRepository.git(repository, "worktree", "list").lines())
        .as("a merge is done in a stand-in")
        .hasSize(2);
    board.said("attempt", "delete", lateAttempt);
    assertThat(TestRepository.git(repository, "worktree", "list").lines()).hasSize(1);
    assertThat(TestRepository.git(repository, "branch", "--list").lines()).hasSize(1);
    assertThat(board.home(STAYS).resolve("worktrees").resolve(lateAttempt)).doesNotExist();
  }

  @Test
  void a_task_whose_attempts_are_on_two_nodes_stays_whole_while_one_is_away() {
    await().atMost(PATIENCE).until(() -> !node(GONE).path("state").asString("").equals("live"));
    assertThat(board.baton("task", "delete", sharedTask).err())
        .contains("Node 'gone'", "does not answer", "Nothing was done");
    assertThat(board.json("attempt", "list", sharedTask).path("attempts")).hasSize(2);

    for (var attempt : board.json("attempt", "list", sharedTask).path("attempts")) {
      assertThat(board.said("attempt", "changes", attempt.path("attempt_id").asString("")))
          .contains("d.txt");
    }
    var repository = directory.resolve("repos").resolve(GONE);
    assertThat(TestRepository.git(repository, "worktree", "list").lines()).hasSizeGreaterThan(1);
    board.said("node", "remove", GONE);
    assertThat(board.said("task", "delete", sharedTask)).contains("refs/baton/kept/");
    assertThat(TestRepository.git(repository, "worktree", "list").lines()).hasSize(1);
    assertThat(TestRepository.git(repository, "branch", "--list").lines()).hasSize(1);
  }

  private static JsonNode node(String name) {
    return StreamSupport.stream(board.json("node", "list").path("nodes").spliterator(), false)
        .filter(node -> node.path("node").asString("").equals(name))
        .findFirst()
        .orElse(Json.object());
  }

  @Test
  void without_the_database_agents_go_on_for_a_while_and_are_then_stopped() throws Exception {
    await()
        .atMost(PATIENCE)
        // why: files come and go while one looks
        .ignoreExceptionsInstanceOf(UncheckedIOException.class)
        .until(() -> board.exits(PATIENT, patientAttempt) == 1);
    await().atMost(PATIENCE).until(() -> board.state(patientAttempt).equals("failed"));
    patientCable.mend();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(board.status(patientAttempt).path("failure_summary").asString(""))
                    .contains("stopped: node patient was without the database", "nodes.patience"));
    assertThat(Files.readAllLines(diary())).containsExactly("begun");
  }

  @Test
  void an_agent_whose_attempt_was_moved_meanwhile_is_ended_and_its_work_kept() throws Exception {
    await().atMost(PATIENCE).until(() -> board.state(leftAttempt).equals("failed"));
    await()
        .atMost(PATIENCE)
        .until(() -> board.baton("attempt", "move", leftAttempt, "--to", STAYS).code() == 0);
    await().atMost(PATIENCE).until(() -> board.state(leftAttempt).equals("completed"));
    assertThat(board.exits(LEFT, leftAttempt)).as("the old agent lives").isZero();

    leftCable.mend();
    var repository = directory.resolve("repos").resolve(LEFT);
    var ref = "refs/baton/aside/" + leftAttempt;
    await()
        .atMost(PATIENCE)
        .until(() -> TestRepository.git(repository, "for-each-ref", ref).contains(leftAttempt));
    await()
        .atMost(PATIENCE)
        .until(() -> !Files.exists(board.home(LEFT).resolve("runs").resolve(leftAttempt)));
    assertThat(TestRepository.git(repository, "log", "--all", "-1", "--", "late.txt")).isNotEmpty();
    assertThat(board.state(leftAttempt)).isEqualTo("completed");
    assertThat(board.workspace(leftAttempt)).startsWith(board.home(STAYS).toString());
    assertThat(left.errors())
        .noneMatch(line -> line.startsWith("\tat ") || line.contains("was not stored"))
        .filteredOn(line -> line.contains(leftAttempt + " went on elsewhere"))
        .hasSize(1);
  }
}
