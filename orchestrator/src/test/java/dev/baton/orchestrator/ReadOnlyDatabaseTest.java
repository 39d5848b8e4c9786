package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A database that lets nobody write for some time, as one does that takes over for another. */
class ReadOnlyDatabaseTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;

  private static void setReadOnly(String address, boolean readOnly) throws SQLException {
    try (var connection = DriverManager.getConnection(address);
        var statement = connection.createStatement()) {
      statement.execute("set default_transaction_read_only = off");
      statement.execute(
          "alter database \"%s\" set default_transaction_read_only = %s"
              .formatted(connection.getCatalog(), readOnly ? "on" : "off"));
      statement.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where datname = current_database() and pid <> pg_backend_pid()");
    }
  }

  private static Optional<ToolFailure> failure(TestBaton baton) {
    return Optional.ofNullable((ToolFailure) TestBaton.told(() -> baton.task("Another")));
  }

  @Test
  void changes_are_refused_with_the_reason_and_attempts_go_on_afterwards() throws Exception {
    var address = databases.newAddress();
    try (var baton = TestBaton.in(directory, address)) {
      var attempt = baton.start("sleep 1", "say done").attemptId();
      setReadOnly(address, true);
      Awaitility.await()
          .atMost(SOON)
          .until(
              () ->
                  failure(baton)
                      .filter(refused -> refused.code().equals(FailureCode.STORAGE_UNAVAILABLE))
                      .filter(refused -> refused.toJson().toString().contains("cannot be written"))
                      .isPresent());
      setReadOnly(address, false);
      Awaitility.await().atMost(SOON).until(() -> failure(baton).isEmpty());

      Awaitility.await()
          .atMost(SOON)
          .until(
              () -> baton.status(attempt).attempt().state().name() == AttemptState.Name.COMPLETED);
      assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("done");
    }
  }
}
