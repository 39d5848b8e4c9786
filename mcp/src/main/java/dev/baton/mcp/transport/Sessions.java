package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.era.ModernHeaders;
import dev.baton.mcp.internal.era.ProtocolVersion;
import dev.baton.task.TaskOwner;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The sessions of the older era over HTTP. Another owner's session does not exist. Thread safe. */
final class Sessions implements AutoCloseable {
  static final String ID_HEADER = "Mcp-Session-Id";
  private static final int MAX_PER_OWNER = 1_000;
  private static final int ID_BYTES = 24;

  /** A client between its requests. */
  static final class Session {
    private final Connection connection;
    private final AtomicInteger streams = new AtomicInteger();
    private volatile Instant lastUsed;

    private Session(Connection connection, Instant now) {
      this.connection = connection;
      this.lastUsed = now;
    }

    Connection connection() {
      return connection;
    }

    /** Counts an open stream, which keeps the session alive until it is closed. */
    void streamOpened() {
      streams.incrementAndGet();
    }

    void streamClosed() {
      streams.decrementAndGet();
    }

    private boolean isUnusedSince(Instant limit) {
      return streams.get() == 0 && !connection.isBusy() && lastUsed.isBefore(limit);
    }
  }

  private final Duration idle;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  Sessions(Duration idle, Clock clock) {
    this.idle = idle;
    this.clock = clock;
  }

  /** Keeps a connection and returns the id under which it is found again. */
  String open(Connection connection) {
    var bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    var id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    makeRoom(connection.owner());
    sessions.put(id, new Session(connection, clock.instant()));
    return id;
  }

  /** Ends the owner's longest unused session if there are too many. */
  private void makeRoom(TaskOwner owner) {
    if (sessions.values().stream().filter(session -> isOf(session, owner)).count()
        < MAX_PER_OWNER) {
      return;
    }
    sessions.entrySet().stream()
        .filter(entry -> isOf(entry.getValue(), owner))
        .filter(entry -> entry.getValue().isUnusedSince(Instant.MAX))
        .min(Comparator.comparing(entry -> entry.getValue().lastUsed))
        .ifPresent(entry -> end(entry.getKey(), owner));
  }

  Optional<Session> find(String id, TaskOwner owner) {
    var session = Optional.ofNullable(sessions.get(id)).filter(s -> isOf(s, owner));
    session.ifPresent(found -> found.lastUsed = clock.instant());
    return session;
  }

  /** The session that the request names. */
  Session require(HttpExchange exchange, TaskOwner owner) throws HttpRefusalException {
    var version = exchange.header(ModernHeaders.PROTOCOL_VERSION);
    if (version.isPresent() && ProtocolVersion.find(version.get()).isEmpty()) {
      throw new HttpRefusalException(
          400,
          "Protocol version '%s' is not served here; these are: %s"
              .formatted(version.get(), ProtocolVersion.SUPPORTED));
    }
    var id = exchange.header(ID_HEADER);
    if (id.isEmpty()) {
      throw new HttpRefusalException(
          400,
          "%s is missing: call 'initialize' first and send the id that its answer has"
              .formatted(ID_HEADER));
    }
    return find(id.get(), owner)
        .orElseThrow(
            () ->
                new HttpRefusalException(
                    404, "The session is unknown or has ended: initialize again"));
  }

  /** Ends a session; false if there is none of this owner. */
  boolean end(String id, TaskOwner owner) {
    var session = sessions.get(id);
    if (session == null || !isOf(session, owner)) {
      return false;
    }
    sessions.remove(id);
    session.connection().close();
    return true;
  }

  private static boolean isOf(Session session, TaskOwner owner) {
    return session.connection().owner().equals(owner);
  }

  /** Ends the sessions that nobody has used for long. */
  void sweep() {
    var limit = clock.instant().minus(idle);
    sessions.forEach(
        (id, session) -> {
          if (session.isUnusedSince(limit) && sessions.remove(id, session)) {
            session.connection().close();
          }
        });
  }

  @Override
  public void close() {
    sessions.values().forEach(session -> session.connection().close());
    sessions.clear();
  }
}
