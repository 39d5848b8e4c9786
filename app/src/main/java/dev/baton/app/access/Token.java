package dev.baton.app.access;

import dev.baton.mcp.internal.text.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** A secret that lets its bearer in. Immutable; it never shows itself in a log. */
public record Token(String text) {
  private static final String PREFIX = "baton_";
  private static final int RANDOM_BYTES = 32;
  private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

  public Token {
    if (text.isBlank()) {
      throw new IllegalArgumentException("A token is not blank");
    }
  }

  static Token random() {
    var bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Token(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** True if it has the form of those that are made here, which cannot be guessed. */
  boolean isMadeHere() {
    return FORM.matcher(text).matches();
  }

  /** The SHA-256 of a token: enough to recognise it, too little to use it. */
  static byte[] digest(String text) {
    return Sha256.of(text);
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
