package dev.baton.app;

import dev.baton.app.verb.Answer;
import dev.baton.app.verb.Server;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The server of the data directory over HTTP, which is started if none runs. */
final class LocalServer implements Server {
  private static final int TRIES = 5;

  private final DataDirectoryOption data;
  private final Map<String, String> environment;

  LocalServer(DataDirectoryOption data, Map<String, String> environment) {
    this.data = data;
    this.environment = environment;
  }

  @Override
  public Answer call(String path, ObjectNode arguments) throws IOException, InterruptedException {
    var server = new BackgroundServer(data.directory(), environment);
    var body = arguments.toString().getBytes(StandardCharsets.UTF_8);
    var problem = new ConnectException("no server");
    for (var i = 0; i < TRIES; i++) {
      var address = URI.create("http://127.0.0.1:" + server.ensure().port() + path);
      try {
        return post(address, body);
      } catch (ConnectException e) {
        // why: the server may be ending, and its file is gone in a moment
        problem = e;
        Thread.sleep(200);
      }
    }
    throw new NoServerException(
        "The server of %s does not answer: %s".formatted(data.directory(), problem.getMessage()));
  }

  private Answer post(URI address, byte[] body) throws IOException {
    // why not java.net.http: it takes a tenth of a second to load, at every call of the command
    var connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    // why: with a known length nothing is sent twice behind our back
    connection.setFixedLengthStreamingMode(body.length);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty(
        "Authorization", "Bearer " + new LocalToken(data.directory()).loadOrMake().text());
    try (var out = connection.getOutputStream()) {
      out.write(body);
    }
    return answer(connection);
  }

  private Answer answer(HttpURLConnection connection) throws IOException {
    var status = connection.getResponseCode();
    var failed = status >= 400;
    // why Optional: an error may come without any content
    Optional<InputStream> content =
        Optional.ofNullable(failed ? connection.getErrorStream() : connection.getInputStream());
    var text = "";
    if (content.isPresent()) {
      try (var stream = content.get()) {
        text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
    return new Answer(failed, json(status, text));
  }

  private JsonNode json(int status, String text) {
    try {
      return Json.parseObject(text);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new NoServerException(
          "The server of %s answered with status %d and no JSON; 'baton stop' ends it, and the next"
              + " command starts a new one".formatted(data.directory(), status));
    }
  }
}
