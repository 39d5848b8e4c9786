package dev.baton.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the board costs: how large its pages are, how long they take, how soon news are seen. */
final class PagesMeasurement implements Measurement {
  private static final FilledBoard.Size SIZE = new FilledBoard.Size(10_000, 2_000_000);
  private static final int NEWS = 30;
  private static final Duration BETWEEN_NEWS = Duration.ofMillis(500);

  private final Installation installation;
  private final Plan plan;
  private final Peer board = Peer.bare("The board of 10,000 tasks");
  private final Peer task = Peer.bare("The page of a task with 1,000,000 log entries");
  private final Peer visit = Peer.bare("The first visit in a browser");
  private final Peer news = Peer.bare("A new task on the screen of a browser");
  private final Databases databases;
  private final List<FilledBoard> filled = new ArrayList<>();

  PagesMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
  }

  @Override
  public String name() {
    return "pages";
  }

  @Override
  public String method() {
    return "Pages of `baton serve` on SQLite, over HTTP on loopback, one connection; every task has an attempt, and all are copies of a real one. HTML is counted as it is before it is compressed, nodes are elements in Chromium, the first visit is everything that an empty browser receives, as it was sent. News: from before the call of `create_task` until the frame of Chromium after the new card is on the page, %d times, half a second apart. %d rounds, each time a fresh process, %d s of warm-up and %d s measured for each page; medians."
        .formatted(
            NEWS, plan.visits(), plan.briefWarmUp().toSeconds(), plan.briefWarmUp().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return List.of(board, task, visit, news);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.HTML, Figure.NODES, Figure.PAGE, Figure.RECEIVED, Figure.ON_SCREEN);
  }

  @Override
  public Peer reference(Peer peer) {
    return peer;
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.Under(board, Figure.HTML, 150),
        new Goal.Under(board, Figure.NODES, 2_000),
        new Goal.Under(board, Figure.PAGE, 20),
        new Goal.Under(visit, Figure.RECEIVED, 250),
        new Goal.Under(task, Figure.PAGE, 50),
        new Goal.Under(news, Figure.ON_SCREEN, 150));
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    filled.add(
        FilledBoard.fill(
            installation,
            databases.directory().resolve("board"),
            Engine.SQLITE,
            databases,
            new FilledBoard.Size(SIZE.tasks() / plan.size(), SIZE.entries() / plan.size())));
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    try (var server = filled.getFirst().start(installation)) {
      if (peer.equals(board)) {
        time(server, "/", results, board);
        look(server, results);
      } else if (peer.equals(task)) {
        time(server, "/tasks/" + filled.getFirst().taskId(), results, task);
      } else if (peer.equals(visit)) {
        visit(server, results);
      } else {
        watch(server, results);
      }
      server.end();
    }
  }

  private void time(BatonServer server, String path, Results results, Peer peer)
      throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      var link = URI.create(server.boardLink());
      var request =
          HttpRequest.newBuilder(link.resolve(path))
              .header("Cookie", BrowserStreams.cookie(http, link))
              .build();
      repeat(http, request, plan.briefWarmUp());
      results.add(peer, Figure.PAGE, repeat(http, request, plan.briefWarmUp()).millis(0.5));
      results.add(peer, Figure.HTML, get(http, request).body().length / 1000.0);
    }
  }

  private static Latencies repeat(HttpClient http, HttpRequest request, Duration duration)
      throws IOException, InterruptedException {
    var latencies = new Latencies();
    var end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() < end) {
      var begin = System.nanoTime();
      get(http, request);
      latencies.add(System.nanoTime() - begin);
    }
    return latencies;
  }

  private static HttpResponse<byte[]> get(HttpClient http, HttpRequest request)
      throws IOException, InterruptedException {
    var response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IOException("%s was answered with %d".formatted(request, response.statusCode()));
    }
    return response;
  }

  private void look(BatonServer server, Results results) throws IOException {
    try (var browser = BoardBrowser.start()) {
      browser.open(server.boardLink());
      results.add(board, Figure.NODES, browser.nodes());
    }
  }

  private void visit(BatonServer server, Results results) throws IOException {
    try (var browser = BoardBrowser.start()) {
      browser.open(server.boardLink());
      results.add(visit, Figure.RECEIVED, browser.receivedKilobytes());
    }
  }

  private void watch(BatonServer server, Results results) throws IOException, InterruptedException {
    var latencies = new Latencies();
    try (var browser = BoardBrowser.start()) {
      browser.open(server.boardLink());
      for (var number = 0; number < NEWS; number++) {
        Thread.sleep(BETWEEN_NEWS);
        var title = "News %d".formatted(System.nanoTime());
        browser.watchFor(title);
        var begin = System.currentTimeMillis();
        server.call(
            "create_task",
            "{\"project_id\":\"%s\",\"title\":\"%s\"}"
                .formatted(filled.getFirst().projectId(), title));
        latencies.add(Duration.ofMillis(browser.awaitSeen() - begin).toNanos());
      }
    }
    results.add(news, Figure.ON_SCREEN, latencies.millis(0.5));
  }
}
