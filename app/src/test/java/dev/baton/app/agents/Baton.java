package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.WebClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A running {@code baton serve}, and a client of its tools. */
final class Baton implements AutoCloseable {
  /** Longer than a tool waits at most. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path data;
  private final Map<String, String> environment;
  private Program program;
  private TestClient client;
  private URI url;
  private String token;

  Baton(Path data, Map<String, String> environment) throws IOException {
    this.data = data;
    this.environment = environment;
    start();
  }

  private void start() throws IOException {
    program =
        Program.start(
            Program.javaCommand(
                List.of(),
                Main.class,
                "serve",
                "--port",
                "0",
                "--json",
                "--data-dir",
                data.toString()),
            environment);
    var where = Json.parseObject(program.line());
    url = URI.create(where.path("url").asString(""));
    token = where.path("token").asString("");
    client = new WebClient(url.toString(), token).withPatience(PATIENCE).modern("{}");
  }

  /** Ends the server as a crash does, and starts another one. */
  void crashAndStartAgain() throws IOException {
    close();
    start();
  }

  URI url() {
    return url;
  }

  String token() {
    return token;
  }

  /** The answer of a tool that must not fail. */
  JsonNode call(String tool, ObjectNode arguments) {
    var answer = tryCall(tool, arguments);
    assertThat(answer.has("code") && answer.has("hint"))
        .as("%s %s: %s", tool, arguments, answer)
        .isFalse();
    return answer;
  }

  JsonNode tryCall(String tool, ObjectNode arguments) {
    return client.result(tool, arguments, Json.object()).path("structuredContent");
  }

  JsonNode request(String method, ObjectNode params) {
    return client.request(method, params).result();
  }

  @Override
  public void close() throws IOException {
    program.close();
    client.close();
  }
}
