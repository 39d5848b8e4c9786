package dev.baton.app.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.database.TestPostgres;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real PostgreSQL ends under a server with an agent at work, and is started again. */
@Tag("slow")
class DatabaseOutageTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void an_outage_is_one_line_in_the_log_and_its_end_another() throws Exception {
    var first = start(0);
    var port = first.getPort();
    var address = first.getJdbcUrl("postgres", "postgres");
    var command =
        Program.javaCommand(
            List.of(), Main.class, "serve", "--port", "0", "--json", "--db", address);
    try (var server = Program.start(command, environment())) {
      var url = Json.parseObject(server.line()).path("url").asString("").replace("/mcp", "");
      var attempt = beginToWork();

      first.close();
      await().atMost(PATIENCE).until(() -> !server.errors().isEmpty());
      assertThat(baton("task", "list", "shop").err()).contains("cannot be reached");
      assertThat(baton("attempt", "stop", attempt).code()).isNotZero();
      assertThat(status(url + "/healthz")).isEqualTo(503);
      assertThat(status(url + "/")).isGreaterThanOrEqualTo(400);

      var second = start(port);
      await().atMost(PATIENCE).until(() -> baton("task", "list", "shop").code() == 0);
      await().atMost(PATIENCE).until(() -> server.errors().size() > 1);
      assertThat(baton("attempt", "stop", attempt).code()).isZero();
      assertThat(server.errors())
          .as(String.join("\n", server.errors()))
          .satisfiesExactly(
              gone ->
                  assertThat(gone)
                      .contains("Database", "cannot be reached", "tried again until it answers"),
              back -> assertThat(back).contains("answers again, after "));
      server.kill();
      second.close();
    }
  }

  /** On the same data each time. */
  private EmbeddedPostgres start(int port) throws IOException {
    return TestPostgres.builder()
        .setDataDirectory(directory.resolve("postgres"))
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  /** An agent that says something every now and then. */
  private String beginToWork() {
    var repository = TestRepository.make(directory.resolve("shop"), "a.txt", "a");
    assertThat(baton("project", "add", "shop", "--repo", repository.toString()).code()).isZero();
    var task = id("task_id", "task", "add", "shop", "Work", "--json");
    var script = "say on\nsleep 1\n".repeat(200);
    return id("attempt_id", "attempt", "start", task, "FAKE_AGENT", "--prompt", script, "--json");
  }

  private String id(String name, String... words) {
    return Json.parseObject(baton(words).out()).path(name).asString("");
  }

  private Program.Ended baton(String... words) {
    return Cli.run(environment(), words);
  }

  private Map<String, String> environment() {
    return Map.of(
        "BATON_HOME", directory.resolve("home").toString(), "PATH", System.getenv("PATH"));
  }

  private static int status(String address) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(address)).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }
}
