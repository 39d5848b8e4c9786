package dev.baton.fakeagent;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One request over plain HTTP/1.1, on a connection of its own. */
final class HttpPost {
  private static final String SCHEME = "http://";
  private static final int TIMEOUT_MILLIS = 120_000;

  private String contentType = "";
  private boolean isChunked;
  private int length = -1;
  private String body = "";

  private HttpPost() {}

  /** Sends the request with these header lines, and reads the whole answer. */
  static HttpPost send(String url, String headers, String body) throws IOException {
    if (!url.startsWith(SCHEME)) {
      throw new IOException("The address '" + url + "' does not begin with " + SCHEME);
    }
    var slash = url.indexOf('/', SCHEME.length());
    var authority = slash < 0 ? url.substring(SCHEME.length()) : url.substring(7, slash);
    var colon = authority.lastIndexOf(':');
    var host = colon < 0 ? authority : authority.substring(0, colon);
    var port = colon < 0 ? 80 : Integer.parseInt(authority.substring(colon + 1));
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head =
        "POST "
            + (slash < 0 ? "/" : url.substring(slash))
            + " HTTP/1.1\r\nHost: "
            + authority
            + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
            + bytes.length
            + "\r\n"
            + headers
            + "\r\n";
    try (var socket = new Socket(host, port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      var out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      out.write(bytes);
      out.flush();
      var answer = new HttpPost();
      answer.read(new BufferedInputStream(socket.getInputStream()));
      return answer;
    }
  }

  boolean isEventStream() {
    return contentType.startsWith("text/event-stream");
  }

  String body() {
    return body;
  }

  private void read(InputStream in) throws IOException {
    // why: what matters of the status is in the body too
    line(in);
    for (var line = line(in); !line.isEmpty(); line = line(in)) {
      header(line);
    }
    var bytes = new ByteArrayOutputStream();
    if (isChunked) {
      for (var size = chunkSize(in); size > 0; size = chunkSize(in)) {
        bytes.write(exactly(in, size));
        line(in);
      }
    } else {
      bytes.write(length < 0 ? in.readAllBytes() : exactly(in, length));
    }
    body = bytes.toString(StandardCharsets.UTF_8);
  }

  private void header(String line) {
    var colon = line.indexOf(':');
    if (colon < 0) {
      return;
    }
    var value = line.substring(colon + 1).strip();
    switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
      case "content-type" -> contentType = value;
      case "content-length" -> length = Integer.parseInt(value);
      case "transfer-encoding" -> isChunked = value.equalsIgnoreCase("chunked");
      default -> {}
    }
  }

  private static int chunkSize(InputStream in) throws IOException {
    var line = line(in);
    var end = line.indexOf(';');
    return Integer.parseInt((end < 0 ? line : line.substring(0, end)).strip(), 16);
  }

  private static byte[] exactly(InputStream in, int size) throws IOException {
    var bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("The server closed the connection in the middle of its answer");
    }
    return bytes;
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (var b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("The server closed the connection in the middle of its answer");
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }
}
