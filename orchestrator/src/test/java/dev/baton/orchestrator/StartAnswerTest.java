package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer to a message tells what became of it, whoever else is at work on the attempt. */
@Tag("slow")
class StartAnswerTest {
  private static final int ROUNDS = 10;

  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void a_message_is_said_to_be_started_also_if_another_driver_takes_its_turn() throws Exception {
    var attempt = baton.start("sleep 1", "say 0").attemptId();
    sql("create table earlier as select * from scheduled_tasks");
    baton.awaitEnd(attempt);

    for (int round = 1; round <= ROUNDS; round++) {
      // the earlier driver of the attempt is about to look for work when the message comes
      sql(
          """
          insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
            select task_name, '%s/earlier-%d', execution_time, false, 1 from earlier
          """
              .formatted(attempt, round));
      var sent = baton.orchestrator().followUps().send(caller(), to(attempt, "say " + round));
      assertThat(sent.attemptId()).isEqualTo(attempt);
      baton.awaitEnd(attempt);
    }

    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(0, ROUNDS).mapToObj(String::valueOf).toList());
  }

  private void sql(String statement) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + TestBaton.file(directory));
        var execution = connection.createStatement()) {
      execution.execute("pragma busy_timeout = 10000");
      execution.execute(statement);
    }
  }

  @Test
  void a_message_that_a_stop_overtakes_is_not_said_to_be_started() throws Exception {
    var attempt = baton.start("say 0").attemptId();
    baton.awaitEnd(attempt);

    for (int round = 1; round <= ROUNDS; round++) {
      var prompt = "say round %d\nhang".formatted(round);
      var sent = CompletableFuture.supplyAsync(() -> send(attempt, prompt));
      while (!baton.status(attempt).attempt().isRunning() && !sent.isDone()) {
        Thread.onSpinWait();
      }
      var _ = baton.orchestrator().attempts().stop(attempt, true);
      var refused = sent.get(30, TimeUnit.SECONDS);

      var status = baton.status(attempt);
      assertThat(status.attempt().state().failureSummary()).isPresent();
      if (refused.isPresent()) {
        assertThat(refused.get()).hasMessageContaining("was stopped before its agent was started");
        assertThat(status.attempt().state().failureSummary().get()).contains("never started");
      } else {
        assertThat(status.attempt().state().failureSummary().get()).doesNotContain("never started");
      }
    }
  }

  private Optional<ToolFailure> send(UUID attempt, String prompt) {
    try {
      var _ = baton.orchestrator().followUps().send(caller(), to(attempt, prompt));
      return Optional.empty();
    } catch (ToolFailure failure) {
      return Optional.of(failure);
    }
  }
}
