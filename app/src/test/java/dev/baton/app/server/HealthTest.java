package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says about itself to whoever watches it. */
class HealthTest {
  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> health(BoardFixture board) throws Exception {
    var url = ServerFile.findRunning(board.data()).orElseThrow().url();
    return client.send(
        HttpRequest.newBuilder(URI.create(url).resolve("/healthz")).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void a_server_whose_database_takes_no_changes_is_not_healthy() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      try (var other = DriverManager.getConnection("jdbc:sqlite:" + board.data().file("baton.db"));
          var statement = other.createStatement()) {
        statement.execute("begin immediate");
        var answer = health(board);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
            .isEqualTo(
                "{\"status\":\"unavailable\",\"problem\":\"The database does not answer; check"
                    + " that it runs\"}");
        statement.execute("rollback");
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> health(board).body().equals("{\"status\":\"ok\"}"));
    }
  }

  @Test
  void a_broken_file_of_owners_is_said_and_the_local_user_goes_on() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      Files.writeString(board.data().file("owners.json"), "{");

      var answer = health(board);

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body())
          .startsWith("{\"status\":\"unavailable\",\"problem\":\"owners.json in the data directory")
          .doesNotContain(board.data().toString());
      assertThat(Cli.run("status", "--data-dir", board.data().path().toString()).out())
          .contains(
              "\nowners.json in the data directory cannot be read, so tokens of owners that were added are refused; repair it, or delete it and make new ones.");
      assertThat(board.client().call("list_projects", Json.object()).path("count").asInt())
          .isEqualTo(1);
      Files.delete(board.data().file("owners.json"));
      assertThat(health(board).body()).isEqualTo("{\"status\":\"ok\"}");
    }
  }

  @Test
  void the_page_for_prometheus_has_attempts_the_line_failures_and_approvals() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Good", "say done");
      board.attempt("Bad", "exit 3");
      var url = ServerFile.findRunning(board.data()).orElseThrow().url();
      var request =
          HttpRequest.newBuilder(URI.create(url).resolve("/metrics"))
              .header("Authorization", "Bearer " + new LocalToken(board.data()).loadOrMake().text())
              .build();

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(
                          client.send(request, HttpResponse.BodyHandlers.ofString()).body().lines())
                      .contains(
                          "baton_attempts{state=\"completed\"} 1.0",
                          "baton_attempts{state=\"failed\"} 1.0",
                          "baton_attempts{state=\"running\"} 0.0",
                          "baton_attempts{state=\"idle\"} 0.0",
                          "baton_line_attempts 0.0",
                          "baton_queued_messages 0.0",
                          "baton_approvals_pending 0.0",
                          "baton_turns_total{outcome=\"completed\"} 1.0",
                          "baton_turns_total{outcome=\"failed\"} 1.0"));
    }
  }
}
