package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A running {@code baton serve}, and a client of its tools. */
final class Baton implements AutoCloseable {
  private static final String VERSION = "2026-07-28";
  private static final String PREFIX = "io.modelcontextprotocol/";

  private final Path data;
  private final Map<String, String> environment;
  private final HttpClient http = HttpClient.newHttpClient();
  private Program program;
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
  }

  /** Ends the server as a crash does, and starts another one. */
  void crashAndStartAgain() throws IOException {
    program.close();
    start();
  }

  URI url() {
    return url;
  }

  String token() {
    return token;
  }

  /** The answer of a tool that must not fail. */
  JsonNode call(String tool, ObjectNode arguments) throws IOException, InterruptedException {
    var answer = tryCall(tool, arguments);
    assertThat(answer.has("code") && answer.has("hint"))
        .as("%s %s: %s", tool, arguments, answer)
        .isFalse();
    return answer;
  }

  JsonNode tryCall(String tool, ObjectNode arguments) throws IOException, InterruptedException {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    return request("tools/call", tool, params).path("structuredContent");
  }

  JsonNode request(String method, String name, ObjectNode params)
      throws IOException, InterruptedException {
    params
        .putObject("_meta")
        .put(PREFIX + "protocolVersion", VERSION)
        .set(PREFIX + "clientCapabilities", Json.object());
    params
        .withObject("/_meta")
        .putObject(PREFIX + "clientInfo")
        .put("name", "test")
        .put("version", "1");
    var body = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
    body.set("params", params);
    var request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("Authorization", "Bearer " + token)
            .header("MCP-Protocol-Version", VERSION)
            .header("Mcp-Method", method)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    if (!name.isEmpty()) {
      request.header("Mcp-Name", name);
    }
    var answer = answer(http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    assertThat(answer.has("error")).as("%s %s: %s", method, name, answer).isFalse();
    return answer.path("result");
  }

  private static JsonNode answer(String body) {
    return body.startsWith("{")
        ? Json.MAPPER.readTree(body)
        : body.lines()
            .filter(line -> line.startsWith("data:"))
            .map(line -> Json.MAPPER.readTree(line.substring("data:".length())))
            .filter(message -> message.has("result") || message.has("error"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("No answer in " + body));
  }

  @Override
  public void close() throws IOException {
    program.close();
    http.close();
  }
}
