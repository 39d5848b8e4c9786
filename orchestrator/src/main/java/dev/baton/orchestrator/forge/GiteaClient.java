package dev.baton.orchestrator.forge;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Calls the interface of a Gitea or Forgejo with a token. Thread safe. */
final class GiteaClient {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 8 * 1024 * 1024;
  private static final int MOST_WORDS = 500;

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(LIMIT).followRedirects(Redirect.NEVER).build();

  private final String host;
  private final URI base;
  private final Supplier<String> token;

  /**
   * The client of one server.
   *
   * @param base where its pages are
   * @param token asked for at every call; fails with the way to set it
   */
  GiteaClient(String host, URI base, Supplier<String> token) {
    this.host = host;
    this.base = base;
    this.token = token;
  }

  JsonNode get(String path) {
    return send(request(path).GET().build());
  }

  JsonNode post(String path, JsonNode body) {
    return send("POST", path, body);
  }

  JsonNode patch(String path, JsonNode body) {
    return send("PATCH", path, body);
  }

  private JsonNode send(String method, String path, JsonNode body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body.toString()))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create(base.toString().replaceFirst("/+$", "") + "/api/v1" + path))
        .timeout(LIMIT)
        .header("Accept", "application/json")
        .header("Authorization", "token " + token.get());
  }

  private JsonNode send(HttpRequest request) {
    try {
      var response = HTTP.send(request, BodyHandlers.ofInputStream());
      String text;
      try (var body = response.body()) {
        text = new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      }
      if (response.statusCode() / 100 != 2) {
        throw refused(response, text);
      }
      return Json.MAPPER.readTree(text);
    } catch (IOException e) {
      throw Forge.unreachable(
          host,
          "%s cannot be reached: %s".formatted(base, e),
          "Check the network and forges.%s.url of config.yaml; then repeat the call"
              .formatted(host));
    } catch (JacksonException e) {
      throw Forge.unavailable(
          host,
          "%s answered something that is not JSON".formatted(request.uri()),
          "Check that forges.%s.url of config.yaml names a Gitea or Forgejo".formatted(host));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Forge.unreachable(
          host,
          "The call of %s was cut short".formatted(host),
          "Repeat the call: what was made is found again");
    }
  }

  private RuntimeException refused(HttpResponse<?> response, String text) {
    var words = text.length() > MOST_WORDS ? text.substring(0, MOST_WORDS) : text;
    var problem =
        "%s answered %d: %s".formatted(response.uri(), response.statusCode(), words.strip());
    if (response.statusCode() >= 500 || response.statusCode() == 429) {
      return Forge.unreachable(host, problem, "Wait a little, then repeat the call");
    }
    return Forge.unavailable(
        host,
        problem,
        switch (response.statusCode()) {
          case 401, 403, 404 ->
              "Make a token on %s that may read and write this repository, and put it where forges.%s.token_file or token_env of config.yaml says"
                  .formatted(base, host);
          default -> "Fix what it reports, then repeat the call";
        });
  }
}
