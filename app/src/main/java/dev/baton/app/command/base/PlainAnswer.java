package dev.baton.app.command.base;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.util.regex.Pattern;

/** What a server of this machine said over HTTP. */
// why without a library: both of Java's look for extensions in every library of the program, at
// every call of the command, which takes longer than the answer
record PlainAnswer(int status, String text) {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})\\b.*");
  private static final Pattern LENGTH = Pattern.compile("(?i)Content-Length: *([0-9]{1,10}) *");

  /** Sends JSON once, and waits for the answer however long that takes. */
  static PlainAnswer post(URI address, String token, byte[] body) throws IOException {
    try (var socket = new Socket(Proxy.NO_PROXY)) {
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
      var out = socket.getOutputStream();
      out.write(head(address, token, body.length).getBytes(ISO_8859_1));
      out.write(body);
      return read(socket.getInputStream().readAllBytes());
    }
  }

  private static String head(URI address, String token, int length) {
    // why 1.0: the answer then comes in one piece and ends with the connection
    return String.join(
        "\r\n",
        "POST " + address.getRawPath() + " HTTP/1.0",
        "Host: " + address.getRawAuthority(),
        "Content-Type: application/json",
        "Content-Length: " + length,
        "Authorization: Bearer " + token,
        "",
        "");
  }

  private static PlainAnswer read(byte[] answer) throws IOException {
    var plain = new String(answer, ISO_8859_1);
    var end = plain.indexOf("\r\n\r\n");
    var lines = plain.substring(0, Math.max(end, 0)).split("\r\n", -1);
    var status = STATUS.matcher(lines[0]);
    if (!status.matches()) {
      throw new IOException(
          answer.length == 0 ? "it ended the connection" : "what it said is no answer");
    }
    int first = end + 4;
    for (var line : lines) {
      var length = LENGTH.matcher(line);
      if (length.matches() && Long.parseLong(length.group(1)) != answer.length - first) {
        throw new IOException("its answer came only in part");
      }
    }
    return new PlainAnswer(
        Integer.parseInt(status.group(1)), new String(answer, first, answer.length - first, UTF_8));
  }
}
