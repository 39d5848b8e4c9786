package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.internal.text.Sha256;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The sessions of browsers. A browser keeps the id of its session and never the token that opened
 * it: the id is good for this server only, until the session is ended or unused for long. A restart
 * of the server ends none. The token is kept sealed by the id, which only the browser has. Thread
 * safe.
 */
final class BrowserSessions {
  private static final int MOST = 1_000;
  private static final int ID_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final Duration IDLE = Duration.ofDays(7);

  /** How exactly the time of the last use survives a restart. */
  private static final Duration NOTED = Duration.ofHours(1);

  /**
   * A session as it is kept.
   *
   * @param token sealed by the id of the session
   */
  record OpenSession(String token, Instant lastUsed) {}

  private final Clock clock;
  private final SessionFile file;
  private final SecureRandom random = new SecureRandom();

  /** By a digest of the id, so that nobody can take a session from what is kept. */
  private final Map<String, OpenSession> sessions = new ConcurrentHashMap<>();

  BrowserSessions(Clock clock, SessionFile file) {
    this.clock = clock;
    this.file = file;
    sessions.putAll(file.load());
  }

  /** Opens a session for the bearer of a token, and returns its id. */
  synchronized String open(String token) {
    sessions.values().removeIf(this::isOver);
    while (sessions.size() >= MOST) {
      sessions.entrySet().stream()
          .min(Comparator.comparing(entry -> entry.getValue().lastUsed()))
          .ifPresent(oldest -> sessions.remove(oldest.getKey()));
    }
    var bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    var id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    sessions.put(digest("session ", id), new OpenSession(seal(id, token), clock.instant()));
    file.save(sessions);
    return id;
  }

  /** The token that opened a session which has not ended. */
  Optional<String> findToken(String id) {
    var key = digest("session ", id);
    var session = Optional.ofNullable(sessions.get(key)).filter(opened -> !isOver(opened));
    session.ifPresent(opened -> use(key, opened));
    return session.flatMap(opened -> unseal(id, opened.token()));
  }

  private void use(String key, OpenSession opened) {
    var now = clock.instant();
    if (now.isAfter(opened.lastUsed().plus(NOTED))
        && sessions.replace(key, opened, new OpenSession(opened.token(), now))) {
      synchronized (this) {
        file.save(sessions);
      }
    }
  }

  /** What the forms of a session bring: known to its pages only, and no way back to its id. */
  static String formToken(String id) {
    return digest("form ", id);
  }

  synchronized void end(String id) {
    sessions.remove(digest("session ", id));
    file.save(sessions);
  }

  private boolean isOver(OpenSession session) {
    return session.lastUsed().plus(IDLE).isBefore(clock.instant());
  }

  private static String digest(String purpose, String id) {
    return Sha256.hex(purpose + id);
  }

  private String seal(String id, String token) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      var sealed = cipher(Cipher.ENCRYPT_MODE, id, nonce).doFinal(token.getBytes(UTF_8));
      var all = Arrays.copyOf(nonce, nonce.length + sealed.length);
      System.arraycopy(sealed, 0, all, nonce.length, sealed.length);
      return Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has AES-GCM", e);
    }
  }

  /** Empty if what was kept is not what this server sealed. */
  private static Optional<String> unseal(String id, String sealed) {
    try {
      var all = Base64.getDecoder().decode(sealed);
      var nonce = Arrays.copyOf(all, NONCE_BYTES);
      var token =
          cipher(Cipher.DECRYPT_MODE, id, nonce)
              .doFinal(Arrays.copyOfRange(all, NONCE_BYTES, all.length));
      return Optional.of(new String(token, UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, String id, byte[] nonce) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(Sha256.of("seal " + id), "AES"),
        new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }
}
