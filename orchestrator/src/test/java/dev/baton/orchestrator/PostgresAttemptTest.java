package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The same way of an attempt with PostgreSQL underneath. */
class PostgresAttemptTest {
  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;

  @Test
  void an_attempt_runs_is_followed_up_and_survives_a_restart() throws Exception {
    try (var baton = TestBaton.in(directory, databases.newAddress())) {
      var started = baton.start("say first", "sleep 1");
      baton.orchestrator().followUps().queue(caller(), to(started.attemptId(), "say second"));
      baton.restart();

      assertThat(baton.awaitEnd(started.attemptId()).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.messages(started.attemptId(), Role.ASSISTANT))
          .containsExactly("first", "second");
    }
  }
}
