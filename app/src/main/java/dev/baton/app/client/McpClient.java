package dev.baton.app.client;

import dev.baton.app.background.NoServerException;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks an MCP server over HTTP, one request at a time or several. Thread safe. */
public final class McpClient implements AutoCloseable {
  private static final String VERSION = "2026-07-28";
  private static final String META = "io.modelcontextprotocol/";
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  /** Longer than a server lets any request of ours take. */
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(10);

  private final URI url;
  private final String token;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).build();
  private final AtomicInteger lastId = new AtomicInteger();

  /** A client of the server at an address, for the owner of a token. */
  public McpClient(URI url, String token) {
    this.url = url;
    this.token = token;
  }

  /**
   * Calls a tool.
   *
   * @return its structured result
   * @throws RefusedException if the tool failed, with the envelope
   */
  public JsonNode call(String tool, ObjectNode arguments) throws IOException, InterruptedException {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    var result = request("tools/call", params);
    var content = result.path("structuredContent");
    if (result.path("isError").asBoolean(false)) {
      throw new RefusedException(
          "%s: %s. %s"
              .formatted(
                  tool, content.path("message").asString(""), content.path("hint").asString("")),
          content);
    }
    return content;
  }

  /**
   * Sends a request.
   *
   * @return its result
   * @throws RefusedException if the server answered with an error
   */
  public JsonNode request(String method, ObjectNode params)
      throws IOException, InterruptedException {
    var message =
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", lastId.incrementAndGet())
            .put("method", method);
    message.set("params", params.deepCopy().set("_meta", meta()));
    var request =
        HttpRequest.newBuilder(url)
            .timeout(ANSWER_LIMIT)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            // why: without event streams the answer is one JSON object, however long it takes
            .header("Accept", "application/json")
            .header("MCP-Protocol-Version", VERSION)
            .header("Mcp-Method", method);
    params.path("name").asStringOpt().ifPresent(name -> request.header("Mcp-Name", name));
    var answer =
        read(
            send(
                request.POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(message))), method));
    if (answer.has("error")) {
      throw new RefusedException(
          answer.path("error").path("message").asString(method), answer.path("error"));
    }
    return answer.path("result");
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String method)
      throws IOException, InterruptedException {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new NoServerException(
          "Nobody answers at %s any more; 'baton status' says whether the server runs, and server.log in the data directory why it ended."
              .formatted(url));
    } catch (HttpTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new NoServerException(
          "The server at %s went away during %s, which may have been done or not: look, for example with 'baton attempt list', then repeat it. server.log in the data directory may say why (%s)."
              .formatted(url, method, e.getMessage()));
    }
  }

  private JsonNode read(HttpResponse<String> response) throws IOException {
    try {
      return Json.MAPPER.readTree(response.body());
    } catch (JacksonException e) {
      throw new IOException(
          "%s answered with status %d and no JSON".formatted(url, response.statusCode()), e);
    }
  }

  private static ObjectNode meta() {
    var meta = Json.object().put(META + "protocolVersion", VERSION);
    meta.putObject(META + "clientCapabilities");
    meta.putObject(META + "clientInfo").put("name", "baton").put("version", "1");
    return meta;
  }

  @Override
  public void close() {
    http.close();
  }
}
