package dev.baton.mcp.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Sends text compressed to those who can read that. */
final class ZippedBody {
  /** Below this a packet is one packet either way. */
  private static final int WORTH_BYTES = 1_400;

  private ZippedBody() {}

  static void respond(HttpExchange exchange, int status, Map<String, String> headers, byte[] body)
      throws IOException {
    var all = new LinkedHashMap<>(headers);
    if (body.length < WORTH_BYTES || !isText(headers.getOrDefault("Content-Type", ""))) {
      exchange.respond(status, all, body);
      return;
    }
    all.put("Vary", "Accept-Encoding");
    if (exchange.header("Accept-Encoding").filter(it -> it.contains("gzip")).isEmpty()) {
      exchange.respond(status, all, body);
      return;
    }
    all.put("Content-Encoding", "gzip");
    exchange.respond(status, all, zipped(body));
  }

  private static boolean isText(String contentType) {
    return contentType.startsWith("text/")
        || contentType.startsWith("application/json")
        || contentType.startsWith("image/svg+xml");
  }

  private static byte[] zipped(byte[] body) throws IOException {
    var out = new ByteArrayOutputStream(body.length / 3);
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(body);
    }
    return out.toByteArray();
  }
}
