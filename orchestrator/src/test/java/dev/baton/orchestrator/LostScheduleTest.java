package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who runs what is scheduled in the database too; if that cannot be written, nobody waits. */
class LostScheduleTest {
  @TempDir Path directory;

  private void rename(String from, String to) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + TestBaton.file(directory));
        var statement = connection.createStatement()) {
      statement.execute("pragma busy_timeout = 10000");
      statement.execute("alter table %s rename to %s".formatted(from, to));
    }
  }

  @Test
  void attempts_start_and_go_on_although_the_schedule_cannot_be_written() throws Exception {
    try (var baton = TestBaton.in(directory, TestBaton.atMost(1))) {
      rename("scheduled_tasks", "taken_away");
      var first = baton.start("say first").attemptId();
      var second = baton.start("say second").attemptId();
      assertThat(baton.awaitEnd(first).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.awaitEnd(second).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      baton.orchestrator().followUps().send(caller(), to(first, "say more"));
      baton.awaitEnd(first);
      assertThat(baton.messages(first, Role.ASSISTANT)).containsExactly("first", "more");
      assertThat(baton.messages(second, Role.ASSISTANT)).containsExactly("second");
      rename("taken_away", "scheduled_tasks");
    }
  }
}
