package dev.baton.workflow.prompt;

import dev.baton.workflow.internal.NameRule;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What a resource held when it was read. Immutable, thread safe.
 *
 * @param data the text, or the bytes in Base64 if it is binary
 */
public record ResourceSnapshot(String uri, Optional<String> mimeType, String data, boolean binary) {
  public ResourceSnapshot {
    uri = NameRule.check("URI", uri);
  }

  public static ResourceSnapshot text(String uri, String mimeType, String text) {
    return new ResourceSnapshot(uri, Optional.of(mimeType), text, false);
  }

  public static ResourceSnapshot blob(String uri, String mimeType, byte[] bytes) {
    return new ResourceSnapshot(
        uri, Optional.of(mimeType), Base64.getEncoder().encodeToString(bytes), true);
  }

  /** How many bytes the resource has, text in UTF-8. */
  public int bytes() {
    return binary
        ? Base64.getDecoder().decode(data).length
        : data.getBytes(StandardCharsets.UTF_8).length;
  }
}
