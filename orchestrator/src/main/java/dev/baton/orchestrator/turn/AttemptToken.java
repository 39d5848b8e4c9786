package dev.baton.orchestrator.turn;

import dev.baton.mcp.internal.text.Sha256;
import java.security.SecureRandom;
import java.util.Base64;

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
    return Sha256.hex(value);
  }

  @Override
  public String toString() {
    // why: records are logged, and this one holds a secret
    return "AttemptToken";
  }
}
