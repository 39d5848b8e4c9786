package dev.baton.app.server;

import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.git.PackService;
import dev.baton.orchestrator.git.PackService.Kind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repositories for workers, by git's smart protocol at {@code /git/REPO_ID}. A worker's token opens
 * it, and no other. Thread safe.
 */
final class GitDoor {
  private static final Logger LOG = LoggerFactory.getLogger(GitDoor.class);
  private static final String BEARER = "bearer ";
  private static final Pattern PATH =
      Pattern.compile(
          "/git/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\\.git)?/(info/refs|git-upload-pack|git-receive-pack|remote)");

  /** What a worker asks for is short; only what it brings home is not. */
  private static final long MOST_QUESTION_BYTES = 64L << 20;

  private static final long MOST_BYTES = 5L << 30;
  private static final int MOST_AT_ONCE = 32;

  private final PackService packs;
  private final Predicate<String> isWorker;
  private final Function<UUID, Optional<Path>> repositories;
  private final GitPassage passage;
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);

  /**
   * A door.
   *
   * @param isWorker whether this is the token of a worker; takes the same time however much of it
   *     is right
   * @param repositories finds a repository whose home this server is
   * @param passage gets the others
   */
  GitDoor(
      PackService packs,
      Predicate<String> isWorker,
      Function<UUID, Optional<Path>> repositories,
      GitPassage passage) {
    this.packs = packs;
    this.isWorker = isWorker;
    this.repositories = repositories;
    this.passage = passage;
  }

  Route.Streamed route() {
    return new Route.Streamed(HomeServer.REPOSITORIES, this::handle);
  }

  private void handle(Route.StreamExchange exchange) throws IOException {
    var token = bearer(exchange).filter(isWorker);
    if (token.isEmpty()) {
      exchange.refuse(
          401,
          Map.of("WWW-Authenticate", "Bearer"),
          "The token of a worker is needed: make one with 'baton token add NAME --worker'");
      return;
    }
    if (exchange.path().equals(HomeServer.HOMES)) {
      passage.tellHomes(exchange, token.get());
      return;
    }
    var path = PATH.matcher(exchange.path());
    if (!path.matches()) {
      exchange.refuse(404, Map.of(), "There is no such repository");
    } else if (!room.tryAcquire()) {
      exchange.refuse(503, Map.of("Retry-After", "1"), "Too many workers fetch at this moment");
    } else {
      try {
        var id = UUID.fromString(path.group(1));
        var repository = repositories.apply(id);
        if (repository.isPresent()) {
          serve(exchange, path.group(2), repository.get());
        } else {
          passage.pass(exchange, id, token.get());
        }
      } catch (PackService.RefusedException e) {
        refuse(exchange, e);
      } finally {
        room.release();
      }
    }
  }

  private static void refuse(Route.StreamExchange exchange, PackService.RefusedException problem)
      throws IOException {
    if (problem.isHeard()) {
      try (var out = exchange.answer(headers(Kind.RECEIVE, "result"))) {
        out.write(problem.answer());
      }
    } else {
      exchange.refuse(PackService.STATUS, Map.of(), String.valueOf(problem.getMessage()));
    }
  }

  private static Optional<String> bearer(Route.StreamExchange exchange) {
    return exchange
        .header("Authorization")
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()).strip());
  }

  private void serve(Route.StreamExchange exchange, String what, Path repository)
      throws IOException {
    if (what.equals("remote")) {
      tellRemote(exchange, repository);
      return;
    }
    var protocol = exchange.header("Git-Protocol").orElse("");
    if (what.equals("info/refs")) {
      var kind = Kind.find(exchange.query().text("service"));
      if (!exchange.method().equals("GET") || kind.isEmpty()) {
        exchange.refuse(400, Map.of(), "Use a git that speaks the smart protocol");
        return;
      }
      try (var out = exchange.answer(headers(kind.get(), "advertisement"))) {
        packs.advertise(repository, kind.get(), protocol, out);
      }
      return;
    }
    if (!exchange.method().equals("POST")) {
      exchange.refuse(405, Map.of("Allow", "POST"), "Use POST");
      return;
    }
    var kind = Kind.find(what).orElseThrow();
    var request = packs.require(kind, body(exchange, kind));
    LOG.debug("{} for {}", what, repository);
    try (var out = exchange.answer(headers(kind, "result"))) {
      packs.answer(repository, kind, protocol, request, out);
    }
  }

  private void tellRemote(Route.StreamExchange exchange, Path repository) throws IOException {
    var remote = packs.findRemote(repository);
    if (remote.isEmpty()) {
      exchange.refuse(404, Map.of(), "The repository has no remote that others could reach");
      return;
    }
    try (var out = exchange.answer(Map.of("Content-Type", "text/plain;charset=utf-8"))) {
      out.write(remote.get().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Map<String, String> headers(Kind kind, String part) {
    return Map.of(
        "Content-Type",
        "application/x-%s-%s".formatted(kind.wireName(), part),
        "Cache-Control",
        "no-cache, max-age=0, must-revalidate");
  }

  private static InputStream body(Route.StreamExchange exchange, Kind kind) throws IOException {
    var isZipped = exchange.header("Content-Encoding").filter("gzip"::equals).isPresent();
    var in = isZipped ? new GZIPInputStream(exchange.body()) : exchange.body();
    return new Bounded(in, kind == Kind.UPLOAD ? MOST_QUESTION_BYTES : MOST_BYTES);
  }

  /** Fails as soon as more comes than may. */
  private static final class Bounded extends FilterInputStream {
    private long left;

    Bounded(InputStream in, long most) {
      super(in);
      left = most;
    }

    @Override
    public int read() throws IOException {
      var value = super.read();
      count(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      var read = super.read(bytes, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int read) throws IOException {
      left -= read;
      if (left < 0) {
        throw new IOException("The request is longer than it may be");
      }
    }
  }
}
