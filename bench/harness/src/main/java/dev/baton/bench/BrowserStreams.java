package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Many browsers that listen to the events of a server, each in a session of its own. */
final class BrowserStreams implements AutoCloseable {
  private final List<HttpClient> browsers = new ArrayList<>();
  private final List<AtomicInteger> heard = new ArrayList<>();

  static BrowserStreams open(BatonServer server, int count)
      throws IOException, InterruptedException {
    var streams = new BrowserStreams();
    for (var number = 0; number < count; number++) {
      streams.add(URI.create(server.boardLink()));
    }
    return streams;
  }

  private void add(URI link) throws IOException, InterruptedException {
    var http = HttpClient.newHttpClient();
    browsers.add(http);
    var cookie = cookie(http, link);
    var response =
        http.send(
            HttpRequest.newBuilder(link.resolve("/events")).header("Cookie", cookie).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      throw new IOException("/events was answered with " + response.statusCode());
    }
    var lines = new AtomicInteger();
    heard.add(lines);
    Thread.startVirtualThread(
        () -> {
          try (var reader = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
            while (reader.readLine() != null) {
              lines.incrementAndGet();
            }
          } catch (IOException e) {
            // why: the bench closes the streams while they are being read
          }
        });
  }

  /** The session that a link gives to a browser. */
  static String cookie(HttpClient http, URI link) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.discarding())
        .headers()
        .firstValue("Set-Cookie")
        .orElseThrow()
        .split(";", -1)[0];
  }

  /** Makes sure that nobody was forgotten. */
  void requireAllHeard() throws IOException {
    var deaf = heard.stream().filter(lines -> lines.get() == 0).count();
    if (deaf > 0) {
      throw new IOException("%d of %d streams heard nothing".formatted(deaf, heard.size()));
    }
  }

  @Override
  public void close() {
    browsers.forEach(HttpClient::shutdownNow);
  }
}
