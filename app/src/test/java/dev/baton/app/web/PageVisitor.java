package dev.baton.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody who reads pages and sends their forms, as a browser without scripts does. */
final class PageVisitor implements AutoCloseable {
  /** A page that always has a form. */
  private static final String WITH_FORM = "/projects/new";

  private static final Pattern FORM_TOKEN = Pattern.compile("name=\"_token\" value=\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI home;
  private final String cookie;

  PageVisitor(BoardFixture board) throws IOException, InterruptedException {
    home = URI.create(board.url()).resolve("/");
    var token = new LocalToken(board.data()).loadOrMake().text();
    cookie =
        send(HttpRequest.newBuilder(home.resolve("/?token=" + token)))
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow()
            .split(";", -1)[0];
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(home.resolve(path)).header("Cookie", cookie));
  }

  /** The text of a page that is there. */
  String read(String path) throws IOException, InterruptedException {
    return bodyOf(get(path));
  }

  /** The same for a browser that has kept this cookie, too. */
  String read(String path, String kept) throws IOException, InterruptedException {
    return bodyOf(
        send(HttpRequest.newBuilder(home.resolve(path)).header("Cookie", cookie + "; " + kept)));
  }

  private static String bodyOf(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  /** Sends a form with these names and values, one after the other. */
  HttpResponse<String> post(String path, String... fields)
      throws IOException, InterruptedException {
    var named = new LinkedHashMap<String, String>();
    for (var i = 0; i < fields.length; i += 2) {
      named.put(fields[i], fields[i + 1]);
    }
    return post(WITH_FORM, path, named);
  }

  /** Sends a form of a page; its token comes from there. */
  HttpResponse<String> post(String page, String path, Map<String, String> fields)
      throws IOException, InterruptedException {
    var token = FORM_TOKEN.matcher(read(page));
    assertThat(token.find()).as("a form in " + page).isTrue();
    var body =
        fields.entrySet().stream()
            .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
            .collect(Collectors.joining("&", "_token=" + encoded(token.group(1)) + "&", ""));
    return postText(path, body);
  }

  /** Sends a form as it is written here. */
  HttpResponse<String> postText(String path, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(home.resolve(path))
            .header("Cookie", cookie)
            .header("Origin", home.toString().replaceAll("/$", ""))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  @Override
  public void close() {
    http.close();
  }
}
