package dev.baton.orchestrator.notice;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts notices to an address. Headers are those of Standard Webhooks, for which there are
 * libraries: {@code webhook-id}, {@code webhook-timestamp}, {@code webhook-signature}. Only the
 * status of the answer is read, and a redirect is not followed. Thread safe.
 *
 * @param secret signs each notice
 * @param token is sent as a bearer token
 * @param privateHosts hosts that may be inside the machine or the private network
 */
public record Webhook(
    WebhookFormat format,
    URI url,
    Optional<String> secret,
    Optional<String> token,
    Set<String> privateHosts,
    Duration limit)
    implements Channel {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String ENCODED_SECRET = "whsec_";

  /** Answers that speak of the receiver as a whole and not of what it was told. */
  private static final Set<Integer> PASSING = Set.of(408, 425, 429, 502, 503, 504);

  public Webhook {
    privateHosts = Set.copyOf(privateHosts);
  }

  @Override
  public String kind() {
    return format.word();
  }

  /** Services put their secret into the path. */
  @Override
  public String place() {
    return "%s://%s".formatted(url.getScheme(), url.getRawAuthority());
  }

  @Override
  public Outcome send(Notice notice) throws InterruptedException {
    var body = Json.bytes(format.body(notice, url));
    var post =
        new WebhookPost(format.target(url), headers(notice.id(), body), body, privateHosts, limit);
    try {
      return outcome(post.status());
    } catch (IOException e) {
      return new Outcome.Unreachable(
          "%s: %s".formatted(place(), Optional.ofNullable(e.getMessage()).orElse(e.toString())));
    }
  }

  private Outcome outcome(int status) {
    if (status >= 200 && status < 300) {
      return new Outcome.Delivered();
    }
    var problem =
        status >= 300 && status < 400
            ? "%s answered %d; redirects are not followed".formatted(place(), status)
            : "%s answered %d".formatted(place(), status);
    return PASSING.contains(status)
        ? new Outcome.Unreachable(problem)
        : new Outcome.Refused(problem);
  }

  private Map<String, String> headers(String id, byte[] body) {
    var timestamp = String.valueOf(Clock.systemUTC().instant().getEpochSecond());
    var headers = new LinkedHashMap<String, String>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", timestamp);
    secret.ifPresent(
        key -> headers.put("webhook-signature", "v1," + sign(key, id, timestamp, body)));
    token.ifPresent(it -> headers.put("Authorization", "Bearer " + it));
    return headers;
  }

  /** Over {@code id.timestamp.body}. */
  static String sign(String secret, String id, String timestamp, byte[] body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key(secret), ALGORITHM));
      mac.update("%s.%s.".formatted(id, timestamp).getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is missing", e);
    }
  }

  private static byte[] key(String secret) {
    return secret.startsWith(ENCODED_SECRET)
        ? Base64.getDecoder().decode(secret.substring(ENCODED_SECRET.length()))
        : secret.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether a text can sign: not empty, and in the form that it begins with. */
  public static boolean isSecret(String text) {
    try {
      return key(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
