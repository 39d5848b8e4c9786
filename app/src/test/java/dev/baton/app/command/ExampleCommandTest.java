package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.app.access.LocalToken;
import dev.baton.app.interop.NoisyServer;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

@Tag("slow")
class ExampleCommandTest {
  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
      """;

  @TempDir private Path data;

  @Test
  void over_http_it_says_first_where_it_is_and_what_the_token_is() throws Exception {
    try (var server = serve()) {
      var ready = Json.parseObject(server.line());

      assertThat(ready.propertyNames()).containsExactly("address", "url", "port", "token");
      assertThat(ready.path("address").asString())
          .isEqualTo("http://127.0.0.1:" + ready.path("port").asInt());
      assertThat(ready.path("url").asString()).isEqualTo(ready.path("address").asString() + "/mcp");
      assertThat(data.resolve(LocalToken.FILE)).hasContent(ready.path("token").asString());
      assertThat(post(ready, ready.path("token").asString())).isEqualTo(200);
      assertThat(post(ready, "baton_wrong")).isEqualTo(401);
    }
  }

  @Test
  void the_token_is_the_same_at_the_next_start() throws Exception {
    try (var first = serve();
        var second = serve()) {
      var one = Json.parseObject(first.line());
      var two = Json.parseObject(second.line());

      assertThat(one.path("token")).isEqualTo(two.path("token"));
      assertThat(one.path("port")).isNotEqualTo(two.path("port"));
    }
  }

  @Test
  void without_a_token_it_serves_everybody_on_this_machine_and_stores_nothing() throws Exception {
    try (var server = serve("--no-token")) {
      var ready = Json.parseObject(server.line());

      assertThat(ready.propertyNames()).containsExactly("address", "url", "port");
      assertThat(post(ready, "")).isEqualTo(200);
      assertThat(Files.exists(data.resolve(LocalToken.FILE))).isFalse();
    }
  }

  @Test
  void a_running_server_takes_new_tokens_and_forgets_revoked_ones_at_once() throws Exception {
    try (var server = serve()) {
      var ready = Json.parseObject(server.line());
      var token = Cli.run("token", "add", "ci", "--data-dir", data.toString()).out().strip();
      assertThat(post(ready, token)).isEqualTo(200);

      Cli.run("token", "revoke", "ci", "--data-dir", data.toString());

      assertThat(post(ready, token)).isEqualTo(401);
      assertThat(post(ready, ready.path("token").asString())).isEqualTo(200);
    }
  }

  @Test
  void when_asked_to_end_it_ends_well_and_says_nothing() throws Exception {
    try (var server = serve()) {
      server.line();

      server.terminate();

      var ended = server.awaitWithOpenInput();
      assertThat(ended).isEqualTo(new Program.Ended(0, "", ""));
    }
  }

  @Test
  void over_standard_streams_it_ends_well_when_asked_to() throws Exception {
    try (var server = Program.baton("example", "conformance")) {
      server.send(INITIALIZE);
      server.line();

      server.terminate();

      assertThat(server.awaitWithOpenInput()).isEqualTo(new Program.Ended(0, "", ""));
    }
  }

  @Test
  void over_standard_streams_it_ends_with_its_client() throws Exception {
    try (var server = Program.baton("example", "conformance")) {
      server.send(INITIALIZE);

      var ended = server.await();

      assertThat(ended.code()).isZero();
      assertThat(ended.out().lines()).singleElement().asString().contains("\"protocolVersion\"");
      assertThat(ended.err()).isEmpty();
    }
  }

  @Test
  void a_run_that_the_database_does_not_complete_is_refused_with_the_code_for_it()
      throws Exception {
    try (var server = Program.baton("example", "deploy", "--data-dir", data.toString())) {
      server.send(INITIALIZE);
      answer(server, 1);
      server.send(
          """
          {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"rollout","arguments":{"regions":"2"}}}\
          """);
      answer(server, 2);
      refuseChanges();

      server.send(
          """
          {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"workflow_complete","arguments":{"result":"done"}}}\
          """);

      var refused = answer(server, 3).path("result").path("structuredContent");
      assertThat(refused.path("code").asString("")).isEqualTo("storage_unavailable");
      assertThat(refused.path("retryable").asBoolean(false)).isTrue();
    }
  }

  /** The answer to a request, after what the server says of its own accord. */
  private static ObjectNode answer(Program server, int id) throws IOException {
    var message = Json.parseObject(server.line());
    while (message.path("id").asInt(0) != id) {
      message = Json.parseObject(server.line());
    }
    return message;
  }

  private void refuseChanges() throws SQLException {
    try (var other = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("tasks.db"));
        var statement = other.createStatement()) {
      statement.execute(
          "create trigger refused before update on mcp_task begin select raise(abort, 'refused'); end");
    }
  }

  @Test
  void what_a_tool_prints_does_not_get_into_the_protocol() throws Exception {
    try (var server = Program.java(NoisyServer.class)) {
      server.send(INITIALIZE);
      server.line();
      server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      server.send(
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"shout\"}}");

      var answer = Json.parseObject(server.line());
      var ended = server.await();

      assertThat(answer.path("id").asInt()).isEqualTo(2);
      assertThat(answer.path("result").path("content").path(0).path("text").asString())
          .isEqualTo("done");
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).contains(NoisyServer.NOISE);
    }
  }

  @Test
  void a_port_that_is_taken_is_a_clear_failure() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var server =
            Program.baton(
                "example", "conformance", "--no-token", "--http", "" + taken.getLocalPort())) {
      var ended = server.await();

      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err().lines()).hasSize(1);
      assertThat(ended.err())
          .startsWith("baton: Cannot serve at 127.0.0.1 port " + taken.getLocalPort())
          .contains("Take another port with --http, or 0 for a free one");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          nope                                            | There is no example 'nope'; these are: greeting, logseq, deploy, conformance
          conformance --http 0 --no-token --bind 0.0.0.0  | --no-token is for this machine only, and --bind 0.0.0.0 is open to others: leave out one of them.
          conformance --http 0 --no-token --bind ::       | --no-token is for this machine only
          conformance --no-token                          | --no-token and --bind are about HTTP: say --http PORT too.
          conformance --bind 127.0.0.1                    | --no-token and --bind are about HTTP: say --http PORT too.
          conformance --http 65536                        | --http 65536 is no port: use 0 to 65535.
          conformance --http -1                           | is no port
          conformance --http many                         | 'many' is not a whole number
          """)
  void wrong_usage_is_told_in_one_sentence(String arguments, String sentence) {
    var ended = Cli.run(("example " + arguments).split(" "));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.err()).contains(sentence);
    assertThat(ended.out()).isEmpty();
  }

  private Program serve(String... flags) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("example", "conformance", "--http", "0"));
    arguments.addAll(List.of("--data-dir", data.toString()));
    arguments.addAll(List.of(flags));
    return Program.baton(arguments.toArray(String[]::new));
  }

  private static int post(ObjectNode ready, String token) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(ready.path("url").asString()))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(INITIALIZE));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }
  }
}
