package dev.baton.orchestrator.turn;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** The secret that lets one agent call this server as long as it runs. Only its hash is stored. */
public record AttemptToken(String value) {
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  public static AttemptToken random() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new AttemptToken(
        "baton_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  public String hash() {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    // why: records are logged, and this one holds a secret
    return "AttemptToken";
  }
}
