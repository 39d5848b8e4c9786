package dev.baton.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.regex.Pattern;

/** Somebody with a browser that runs no scripts. Not thread safe. */
final class Browser implements AutoCloseable {
  private static final Pattern FORM_TOKEN = Pattern.compile("name=\"_token\" value=\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI server;
  private final String cookie;

  private Browser(URI server, String token) throws IOException, InterruptedException {
    this.server = server;
    this.cookie =
        http.send(
                HttpRequest.newBuilder(server.resolve("/?token=" + token)).build(),
                HttpResponse.BodyHandlers.ofString())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow()
            .split(";", -1)[0];
  }

  static Browser at(BoardFixture board) throws IOException, InterruptedException {
    return new Browser(URI.create(board.url()), new LocalToken(board.data()).loadOrMake().text());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(server.resolve(path)).header("Cookie", cookie).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Sends a form with these names and values, one after the other. */
  HttpResponse<String> post(String path, String... fields)
      throws IOException, InterruptedException {
    var token = FORM_TOKEN.matcher(get("/projects/new").body());
    var pairs = new ArrayList<String>();
    pairs.add("_token=" + (token.find() ? token.group(1) : ""));
    for (var i = 0; i < fields.length; i += 2) {
      pairs.add(fields[i] + "=" + URLEncoder.encode(fields[i + 1], UTF_8));
    }
    return http.send(
        HttpRequest.newBuilder(server.resolve(path))
            .header("Cookie", cookie)
            .header("Origin", "http://" + server.getAuthority())
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(String.join("&", pairs)))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    http.close();
  }
}
