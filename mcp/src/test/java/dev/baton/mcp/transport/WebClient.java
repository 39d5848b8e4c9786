package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** A client of Streamable HTTP, which sets the headers that its era wants. */
public final class WebClient extends TestClient {
  private static final Map<String, String> NAMED_BY =
      Map.of("resources/read", "uri", "tools/call", "name", "prompts/get", "name");

  private final String url;
  private final String token;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, String> extraHeaders = new LinkedHashMap<>();
  private volatile Optional<String> session = Optional.empty();

  public WebClient(String url, String token) {
    this.url = url;
    this.token = token;
  }

  /** Sends this header with every message, whatever would be right. */
  WebClient withHeader(String name, String value) {
    extraHeaders.put(name, value);
    return this;
  }

  Optional<String> session() {
    return session;
  }

  void useSession(String id) {
    session = Optional.of(id);
  }

  @Override
  public void transmit(ObjectNode message) {
    var request = posting(message.toString(), headersFor(message));
    if (message.has("method") && message.has("id")) {
      var _ = workers.submit(() -> exchange(request, message.path("id")));
    } else {
      // why: what follows may rely on it, as on one connection it could
      exchange(request, MissingNode.getInstance());
    }
  }

  /** Posts text as it is, with the headers of the older era, and returns what HTTP answers. */
  Answer post(String body) {
    return exchange(posting(body, sessionHeaders()), MissingNode.getInstance());
  }

  /** Posts text with these headers and no others but content type and token. */
  Answer post(String body, Map<String, String> headers) {
    return exchange(request(body, headers), MissingNode.getInstance());
  }

  private HttpRequest posting(String body, Map<String, String> headers) {
    var all = new LinkedHashMap<>(headers);
    all.putIfAbsent("Accept", "application/json, text/event-stream");
    all.putAll(extraHeaders);
    return request(body, all);
  }

  private HttpRequest request(String body, Map<String, String> headers) {
    var all = new LinkedHashMap<String, String>();
    all.put("Content-Type", "application/json");
    all.putAll(headers);
    return to(all).POST(HttpRequest.BodyPublishers.ofString(body)).build();
  }

  private HttpRequest.Builder to(Map<String, String> headers) {
    var builder = HttpRequest.newBuilder(URI.create(url)).version(HttpClient.Version.HTTP_1_1);
    builder.header("Authorization", "Bearer " + token);
    headers.forEach(builder::header);
    return builder;
  }

  private Map<String, String> headersFor(ObjectNode message) {
    var version =
        message.path("params").path("_meta").path("io.modelcontextprotocol/protocolVersion");
    if (version.isMissingNode()) {
      return sessionHeaders();
    }
    var headers = new LinkedHashMap<String, String>();
    var method = message.path("method").asString("");
    headers.put("MCP-Protocol-Version", version.asString(""));
    headers.put("Mcp-Method", method);
    var member = method.startsWith("tasks/") ? "taskId" : NAMED_BY.getOrDefault(method, "");
    if (message.path("params").path(member).isString()) {
      headers.put("Mcp-Name", message.path("params").path(member).asString(""));
    }
    return headers;
  }

  private Map<String, String> sessionHeaders() {
    var headers = new LinkedHashMap<String, String>();
    session.ifPresent(id -> headers.put("Mcp-Session-Id", id));
    return headers;
  }

  private Answer exchange(HttpRequest request, JsonNode id) {
    try {
      var response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      response.headers().firstValue("Mcp-Session-Id").ifPresent(this::useSession);
      var answer = read(response);
      if (!answer.message().has("id")) {
        answered(id, answer);
      }
      return answer;
    } catch (IOException e) {
      failed(id, e);
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  private Answer read(HttpResponse<InputStream> response) throws IOException {
    if (isStream(response)) {
      return readEvents(response);
    }
    try (var body = response.body()) {
      var bytes = body.readAllBytes();
      var answer =
          answer(
              response,
              bytes.length == 0 ? MissingNode.getInstance() : Json.MAPPER.readTree(bytes),
              false);
      arrived(answer);
      return answer;
    }
  }

  private static boolean isStream(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Content-Type")
        .filter("text/event-stream"::equals)
        .isPresent();
  }

  private Answer readEvents(HttpResponse<InputStream> response) throws IOException {
    var last = answer(response, MissingNode.getInstance(), true);
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          last = answer(response, Json.MAPPER.readTree(line.substring(6)), true);
          arrived(last);
        }
      }
    }
    return last;
  }

  private static Answer answer(HttpResponse<?> response, JsonNode message, boolean streamed) {
    return new Answer(response.statusCode(), response.headers().map(), message, streamed);
  }

  /** Opens the older era's stream; what comes on it goes to the inbox. */
  void openStream() {
    var request = to(sessionHeaders()).header("Accept", "text/event-stream").GET().build();
    try {
      var response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      if (!isStream(response)) {
        throw new AssertionError("No stream but status " + response.statusCode());
      }
      var _ = workers.submit(() -> readEvents(response));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  /** Sends a request without a body. */
  Answer send(String method, Map<String, String> headers) {
    return exchange(
        to(headers).method(method, HttpRequest.BodyPublishers.noBody()).build(),
        MissingNode.getInstance());
  }

  Answer delete() {
    return send("DELETE", sessionHeaders());
  }

  @Override
  public void close() {
    http.shutdownNow();
    workers.shutdownNow();
    http.close();
    workers.close();
  }
}
