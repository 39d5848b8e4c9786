package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions of browsers. A browser keeps the id of its session and never the token that opened
 * it: the id is good for this server only, until the session is ended, unused for long, or the
 * server stops. Thread safe.
 */
final class BrowserSessions {
  private static final int MOST = 1_000;
  private static final int ID_BYTES = 32;
  private static final Duration IDLE = Duration.ofDays(7);

  private record Opened(String token, Instant lastUsed) {}

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Opened> sessions = new ConcurrentHashMap<>();

  BrowserSessions(Clock clock) {
    this.clock = clock;
  }

  /** Opens a session for the bearer of a token, and returns its id. */
  String open(String token) {
    sessions.values().removeIf(this::isOver);
    while (sessions.size() >= MOST) {
      sessions.entrySet().stream()
          .min(Comparator.comparing(entry -> entry.getValue().lastUsed()))
          .ifPresent(oldest -> sessions.remove(oldest.getKey()));
    }
    var bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    var id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    sessions.put(id, new Opened(token, clock.instant()));
    return id;
  }

  /** The token that opened a session which has not ended. */
  Optional<String> findToken(String id) {
    var session = Optional.ofNullable(sessions.get(id)).filter(opened -> !isOver(opened));
    session.ifPresent(
        opened -> sessions.replace(id, opened, new Opened(opened.token(), clock.instant())));
    return session.map(Opened::token);
  }

  /** What the forms of a session bring: known to its pages only, and no way back to its id. */
  static String formToken(String id) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(("form of " + id).getBytes(UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }

  void end(String id) {
    sessions.remove(id);
  }

  private boolean isOver(Opened session) {
    return session.lastUsed().plus(IDLE).isBefore(clock.instant());
  }
}
