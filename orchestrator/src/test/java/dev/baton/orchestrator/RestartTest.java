package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents do while servers come and go. */
@Tag("slow")
class RestartTest {
  private static final int AGENTS = 10;
  private static final int LINES = 1000;

  @TempDir Path directory;

  @Test
  void an_agent_goes_on_while_the_server_is_away() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var started = baton.start("lines 300", "sleep 1", "lines 300", "say done");
      baton.restart();
      var status = baton.awaitEnd(started.attemptId());

      assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.messages(started.attemptId(), Role.ASSISTANT)).containsExactly("done");
      assertThat(plainLines(baton, started.attemptId())).hasSize(600);
    }
  }

  @Test
  void a_task_stays_where_people_put_it_when_its_agent_is_found_again() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var started = baton.start("say one", "sleep 3", "say two");
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> baton.messages(started.attemptId(), Role.ASSISTANT).equals(List.of("one")));
      var board = baton.orchestrator().board();
      var moved =
          board.changeTask(
              BoardTaskChange.of(started.taskId()).withStatus(BoardTaskStatus.CANCELLED));
      assertThat(moved.task().status()).isEqualTo(BoardTaskStatus.CANCELLED);

      baton.restart();

      baton.awaitEnd(started.attemptId());
      assertThat(baton.messages(started.attemptId(), Role.ASSISTANT)).containsExactly("one", "two");
      assertThat(baton.orchestrator().board().loadTask(started.taskId()).task().status())
          .isEqualTo(BoardTaskStatus.CANCELLED);
    }
  }

  @Test
  void an_agent_that_ended_while_the_server_was_away_is_finished() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var started = baton.start("sleep 0.5", "write late.txt x", "say done");
      baton.restartAfter(
          () -> Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> endings() == 1));

      assertThat(baton.awaitEnd(started.attemptId()).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.orchestrator().work().changes(started.attemptId(), false).files())
          .hasSize(1);
    }
  }

  @Test
  void an_answer_that_is_given_right_after_a_restart_reaches_the_agent() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var asking =
          new NewAttempt(
              baton.task("Ask"),
              TestBaton.FAKE,
              Optional.of("APPROVALS"),
              List.of(),
              Optional.of("ask may I\nsay done"));
      var attempt = baton.orchestrator().attemptStarts().start(caller(), asking).attemptId();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> baton.status(attempt).needsInput());
      var question = baton.status(attempt).pendingApprovals().getFirst().id();
      baton.restart();
      baton
          .orchestrator()
          .approvals()
          .respond(new ApprovalResponse(question, ApprovalDecision.APPROVE, Optional.empty()));

      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.messages(attempt, Role.ASSISTANT)).contains("done");
    }
  }

  @Test
  void a_server_that_is_stopped_while_it_finds_its_agents_again_fails_none() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("append ran.txt once", "sleep 3", "say done").attemptId();
      for (int restarts = 0; restarts < 6; restarts++) {
        baton.restart();
      }
      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(whatAgentsLeft()).containsExactly("once\n");
    }
  }

  @Test
  void what_was_recorded_and_not_started_is_started_once() throws Exception {
    var said = new ArrayList<String>();
    try (var doomed = Doomed.start(directory, "halt", "append ran.txt once|say hello", 1)) {
      said.addAll(doomed.untilItEnds());
    }
    var task = UUID.fromString(said.getFirst());
    assertThat(said).as("it died before it answered").hasSize(1);

    try (var baton = TestBaton.again(directory)) {
      var retried =
          baton
              .orchestrator()
              .attemptStarts()
              .start(
                  caller(DoomedServer.KEY + 0),
                  TestBaton.attempt(task, "append ran.txt once\nsay hello"));
      assertThat(baton.awaitEnd(retried.attemptId()).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.orchestrator().attempts().list(task)).hasSize(1);
      assertThat(baton.messages(retried.attemptId(), Role.ASSISTANT)).containsExactly("hello");
      assertThat(whatAgentsLeft()).containsExactly("once\n");
    }
  }

  @Test
  void a_server_that_is_killed_loses_no_line_of_ten_agents() throws Exception {
    var attempts = new ArrayList<UUID>();
    var script = "lines 400|sleep 1|lines 300|sleep 1|lines 300|say done";
    try (var doomed = Doomed.start(directory, "serve", script, AGENTS)) {
      doomed.next();
      for (int number = 0; number < AGENTS; number++) {
        attempts.add(UUID.fromString(doomed.next()));
      }
      doomed.kill();
    }

    try (var baton = TestBaton.again(directory)) {
      for (var attempt : attempts) {
        assertThat(baton.awaitEnd(attempt).attempt().state().name())
            .isEqualTo(AttemptState.Name.COMPLETED);
        var expected =
            IntStream.of(400, 300, 300)
                .boxed()
                .flatMap(count -> IntStream.rangeClosed(1, count).mapToObj(n -> "line " + n))
                .toList();
        assertThat(plainLines(baton, attempt)).hasSize(LINES).isEqualTo(expected);
        assertThat(baton.log(attempt, LogChannel.RAW))
            .extracting(LogEntry::index)
            .doesNotHaveDuplicates()
            .isSorted();
        assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("done");
      }
    }
  }

  private static List<String> plainLines(TestBaton baton, UUID attempt) {
    return baton.log(attempt, LogChannel.RAW).stream()
        .map(LogEntry::content)
        .map(String::strip)
        .filter(line -> line.matches("line \\d+"))
        .toList();
  }

  /** How many programs have ended whose files nobody has looked at yet. */
  private long endings() throws IOException {
    return LivePrograms.files(directory, "exit").size();
  }

  /** Each agent that ran has added a line to the file of its workspace. */
  private List<String> whatAgentsLeft() throws IOException {
    var left = new ArrayList<String>();
    try (var files = Files.walk(directory.resolve("data").resolve("worktrees"))) {
      for (var file : files.filter(path -> path.endsWith("ran.txt")).toList()) {
        left.add(Files.readString(file));
      }
    }
    return left;
  }

  /** The doomed server's process. */
  private record Doomed(Process process, BufferedReader output) implements AutoCloseable {
    static Doomed start(Path directory, String end, String script, int attempts)
        throws IOException {
      var process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  DoomedServer.class.getName(),
                  directory.toString(),
                  end,
                  script,
                  Integer.toString(attempts))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new Doomed(process, process.inputReader());
    }

    String next() throws IOException {
      var line = output.readLine();
      assertThat(line).isNotNull();
      return line;
    }

    List<String> untilItEnds() throws IOException {
      var lines = output.lines().toList();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !process.isAlive());
      return lines;
    }

    void kill() {
      process.toHandle().destroyForcibly();
      process.onExit().join();
    }

    @Override
    public void close() {
      kill();
    }
  }
}
