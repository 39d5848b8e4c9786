package dev.baton.app.web.review;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Tells pictures by their first bytes; a text that calls itself a picture is not one. */
final class PictureTypes {
  private static final Map<String, String> BEGINNINGS = new LinkedHashMap<>();

  static {
    BEGINNINGS.put("\u0089PNG\r\n\u001a\n", "image/png");
    BEGINNINGS.put("\u00ff\u00d8\u00ff", "image/jpeg");
    BEGINNINGS.put("GIF87a", "image/gif");
    BEGINNINGS.put("GIF89a", "image/gif");
    BEGINNINGS.put("\0\0\u0001\0", "image/x-icon");
  }

  private PictureTypes() {}

  static Optional<String> find(byte[] bytes) {
    var head = new String(bytes, 0, Math.min(bytes.length, 16), ISO_8859_1);
    if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) {
      return Optional.of("image/webp");
    }
    return BEGINNINGS.entrySet().stream()
        .filter(entry -> head.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
