package dev.baton.orchestrator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The same for the same arguments of a call, another for others. */
record Fingerprint(String value) {
  /** Of all arguments, in a fixed order; records, lists and optional values print themselves. */
  static Fingerprint of(Object... arguments) {
    var text = new StringBuilder();
    for (var argument : List.of(arguments)) {
      var printed = argument.toString();
      // why the length: texts may hold whatever separates them
      text.append(printed.length()).append(':').append(printed);
    }
    try {
      return new Fingerprint(
          HexFormat.of()
              .formatHex(
                  MessageDigest.getInstance("SHA-256")
                      .digest(text.toString().getBytes(StandardCharsets.UTF_8))));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
