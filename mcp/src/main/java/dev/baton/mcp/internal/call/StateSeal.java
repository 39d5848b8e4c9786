package dev.baton.mcp.internal.call;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.text.Sha256;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.task.TaskOwner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.node.ObjectNode;

/**
 * Seals what a request must remember until it is repeated, because the client carries it: nobody
 * else can read it, change it, use it for another request or owner, or keep it for long. Thread
 * safe.
 */
public final class StateSeal {
  static final int KEY_BYTES = 32;
  private static final String ALGORITHM = "AES";
  private static final String PREFIX = "v1.";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);
  private static final Set<String> NOT_PART_OF_THE_REQUEST =
      Set.of("_meta", "inputResponses", "requestState");
  private static final ObjectWriter CANONICAL =
      Json.MAPPER.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

  /** Made when it is first needed, because most servers start and never ask anything. */
  private static final class Randomness {
    private static final SecureRandom SOURCE = new SecureRandom();
  }

  private final Clock clock;
  private Optional<SecretKeySpec> key;

  private StateSeal(Optional<SecretKeySpec> key, Clock clock) {
    this.key = key;
    this.clock = clock;
  }

  public static StateSeal with(byte[] key, Clock clock) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "The sealing key needs %d bytes, not %d".formatted(KEY_BYTES, key.length));
    }
    return new StateSeal(Optional.of(new SecretKeySpec(key, ALGORITHM)), clock);
  }

  /** A seal that only the same object opens. */
  public static StateSeal withRandomKey(Clock clock) {
    return new StateSeal(Optional.empty(), clock);
  }

  private synchronized SecretKeySpec key() {
    var ready = key.orElseGet(() -> new SecretKeySpec(random(KEY_BYTES), ALGORITHM));
    key = Optional.of(ready);
    return ready;
  }

  private static byte[] random(int length) {
    var bytes = new byte[length];
    Randomness.SOURCE.nextBytes(bytes);
    return bytes;
  }

  String seal(ObjectNode state, Message.Request request, TaskOwner owner) {
    var content = Json.object();
    content.put("owner", owner.name());
    content.put("expires", clock.instant().plus(TIME_TO_LIVE).toEpochMilli());
    content.put("request", digest(request));
    content.set("state", state);
    var nonce = random(NONCE_BYTES);
    try {
      var sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(Json.bytes(content));
      var both = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
      return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(both);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM is part of every JDK", e);
    }
  }

  /**
   * Opens what {@link #seal} made for the same request and owner.
   *
   * @throws RpcException if it was changed, is too old, or belongs elsewhere
   */
  ObjectNode open(String sealed, Message.Request request, TaskOwner owner) {
    var content = decrypt(sealed);
    if (!content.path("owner").asString("").equals(owner.name())
        || !content.path("request").asString("").equals(digest(request))) {
      throw invalid("it belongs to another request");
    }
    if (clock.millis() > content.path("expires").asLong(0)) {
      throw invalid("it has expired");
    }
    return content.path("state") instanceof ObjectNode state ? state : Json.object();
  }

  private ObjectNode decrypt(String sealed) {
    if (!sealed.startsWith(PREFIX)) {
      throw invalid("it was not made by this server");
    }
    try {
      var bytes = Base64.getUrlDecoder().decode(sealed.substring(PREFIX.length()));
      if (bytes.length <= NONCE_BYTES) {
        throw invalid("it is too short");
      }
      var nonce = Arrays.copyOf(bytes, NONCE_BYTES);
      var plain =
          cipher(Cipher.DECRYPT_MODE, nonce)
              .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
      return Json.parseObject(new String(plain, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException | JacksonException e) {
      throw invalid("it was changed, or sealed with another key");
    }
  }

  private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key(), new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }

  /** Stands for the method and everything in the params that says what is to be done. */
  private static String digest(Message.Request request) {
    var params = request.params().deepCopy();
    params.remove(NOT_PART_OF_THE_REQUEST);
    var sha = Sha256.begin();
    sha.update(request.method().getBytes(StandardCharsets.UTF_8));
    sha.update((byte) 0);
    return Base64.getEncoder().encodeToString(sha.digest(CANONICAL.writeValueAsBytes(params)));
  }

  private static RpcException invalid(String problem) {
    return RpcException.invalidParams(
        "'requestState' is not valid: %s. Repeat the request without it".formatted(problem));
  }
}
