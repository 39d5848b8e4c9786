package dev.baton.app.server;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeSetup;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets repositories for workers from other servers, whose home those are. The token of the worker
 * goes along, so both servers have to know it. Thread safe.
 */
final class GitPassage {
  private static final Logger LOG = LoggerFactory.getLogger(GitPassage.class);

  /** Says that a server asks for a worker, so that nothing goes round in circles. */
  private static final String PASSED = "Baton-Passed";

  private static final List<String> HEADERS =
      List.of("Content-Type", "Content-Encoding", "Git-Protocol", "Accept");
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration TRANSFER = Duration.ofHours(1);
  private static final Duration REMEMBERED = Duration.ofSeconds(30);
  private static final Duration MISSED = Duration.ofSeconds(5);
  private static final int MOST_WORDS = 500;
  private static final int FOUND = 200;
  private static final int UNAUTHORIZED = 401;

  private final String self;
  private final Supplier<List<KnownNode>> nodes;
  private final Function<UUID, Optional<String>> homes;
  private final Map<Asked, Found> found = new ConcurrentHashMap<>();

  /** A server and the worker that asks it: a server may know one worker and not another. */
  private record Asked(String server, String token) {}

  /**
   * Where a server was reached, if it was, and when it was tried.
   *
   * @param isRefused if it was not because it does not know the token of the worker
   */
  private record Found(Optional<String> address, boolean isRefused, long at) {
    boolean isFresh() {
      var remembered = address.isPresent() ? REMEMBERED : MISSED;
      return System.nanoTime() - at < remembered.toNanos();
    }
  }

  /**
   * A passage.
   *
   * @param self the name of this server
   * @param nodes all that are known
   * @param homes the home of a repository
   */
  GitPassage(String self, Supplier<List<KnownNode>> nodes, Function<UUID, Optional<String>> homes) {
    this.self = self;
    this.nodes = nodes;
    this.homes = homes;
  }

  /** Tells a worker whose repositories it can get here. */
  void tellHomes(Route.StreamExchange exchange, String token) throws IOException {
    var all = Json.object().put("node", self);
    var list = all.putArray("homes").add(self);
    var refusing = all.putArray("refusing");
    if (!isPassed(exchange)) {
      nodes.get().stream()
          .filter(node -> isOtherServer(node) && !node.reach().addresses().isEmpty())
          .forEach(
              node -> {
                if (mayGive(node, token)) {
                  list.add(node.name());
                } else if (find(node, token).isRefused()) {
                  refusing.add(node.name());
                }
              });
    }
    try (var out = exchange.answer(Map.of("Content-Type", "application/json"))) {
      out.write(all.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean isOtherServer(KnownNode node) {
    return node.kind() == NodeSetup.Kind.SERVER && !node.name().equals(self);
  }

  /** One that is away may give them when it is back. */
  private boolean mayGive(KnownNode server, String token) {
    return !server.isLive() || find(server, token).address().isPresent();
  }

  private static boolean isPassed(Route.StreamExchange exchange) {
    return exchange.header(PASSED).isPresent();
  }

  /** Answers as the home of a repository does. */
  void pass(Route.StreamExchange exchange, UUID repoId, String token) throws IOException {
    var home = homes.apply(repoId).filter(name -> !name.equals(self));
    var server =
        home.flatMap(
            name -> nodes.get().stream().filter(node -> node.name().equals(name)).findFirst());
    if (server.isEmpty() || isPassed(exchange)) {
      exchange.refuse(404, Map.of(), "This server is the home of no such repository");
      return;
    }
    var there = find(server.get(), token);
    if (there.address().isEmpty()) {
      exchange.refuse(
          502,
          Map.of(),
          "The repository is at home on node '%s', which %s"
              .formatted(
                  server.get().name(),
                  there.isRefused()
                      ? "does not know this worker's token: copy owners.json of node '%s' to it"
                          .formatted(self)
                      : "cannot be reached from this server"));
      return;
    }
    try {
      pass(exchange, there.address().get(), token);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("This server stops", e);
    }
  }

  private static void pass(Route.StreamExchange exchange, String address, String token)
      throws IOException, InterruptedException {
    var service = exchange.query().text("service");
    var request =
        request(address + exchange.path() + (service.isEmpty() ? "" : "?service=" + service), token)
            .timeout(TRANSFER)
            .method(
                exchange.method(),
                exchange.method().equals("POST")
                    ? BodyPublishers.ofInputStream(exchange::body)
                    : BodyPublishers.noBody());
    HEADERS.forEach(name -> exchange.header(name).ifPresent(value -> request.header(name, value)));
    try (var client = client()) {
      var answer = client.send(request.build(), BodyHandlers.ofInputStream());
      try (var in = answer.body()) {
        if (answer.statusCode() != 200) {
          exchange.refuse(
              answer.statusCode(),
              Map.of(),
              new String(in.readNBytes(MOST_WORDS), StandardCharsets.UTF_8));
          return;
        }
        var headers = new LinkedHashMap<String, String>();
        for (var name : List.of("Content-Type", "Cache-Control")) {
          answer.headers().firstValue(name).ifPresent(value -> headers.put(name, value));
        }
        try (var out = exchange.answer(headers)) {
          in.transferTo(out);
        }
      }
    }
  }

  /** Where a server answers by its own name. */
  private Found find(KnownNode server, String token) {
    var asked = new Asked(server.name(), token);
    var known = Optional.ofNullable(found.get(asked)).filter(Found::isFresh);
    if (known.isPresent()) {
      return known.get();
    }
    boolean isRefused = false;
    Optional<String> address = Optional.empty();
    for (var each : server.reach().addresses()) {
      var status = ask(each, server.name(), token);
      isRefused |= status == UNAUTHORIZED;
      if (status == FOUND) {
        address = Optional.of(each);
        break;
      }
    }
    var now = new Found(address, isRefused, System.nanoTime());
    found.put(asked, now);
    return now;
  }

  /** The status of the answer; 0 if there is none, or another server answers. */
  private static int ask(String address, String name, String token) {
    try (var client = client()) {
      var request = request(address + HomeServer.HOMES, token).timeout(PATIENCE).build();
      var answer = client.send(request, BodyHandlers.ofString());
      var isOther =
          answer.statusCode() == FOUND
              && !Json.parseObject(answer.body()).path("node").asString("").equals(name);
      return isOther ? 0 : answer.statusCode();
    } catch (IOException | RuntimeException e) {
      LOG.debug("Server '{}' does not answer at {}", name, address, e);
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(PATIENCE)
        .build();
  }

  private static HttpRequest.Builder request(String address, String token) {
    return HttpRequest.newBuilder(URI.create(address))
        .header("Authorization", "Bearer " + token)
        .header(PASSED, "1");
  }
}
