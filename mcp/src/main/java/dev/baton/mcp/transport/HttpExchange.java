package dev.baton.mcp.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One HTTP request and its response: all that is asked of a web server. */
interface HttpExchange {
  String method();

  /** True if a response is asked for, or its head alone, and nothing changes. */
  default boolean isReading() {
    return method().equals("GET") || method().equals("HEAD");
  }

  String path();

  /** What stands behind the question mark, as it was sent; empty if there is nothing. */
  String query();

  /** A parameter of the query, decoded. */
  Optional<String> parameter(String name);

  /** A request header without white space around it; names are found in any case. */
  Optional<String> header(String name);

  /** All values of a header that came more than once. */
  List<String> headers(String name);

  /**
   * The body.
   *
   * @throws TooLargeException if it has more bytes than the limit
   */
  byte[] body(int limit) throws IOException, TooLargeException;

  /** The body as it comes, of any length. */
  InputStream input();

  /** Reads on after the response, so that a client that is still writing gets to read it. */
  void discardBody(long bytes) throws IOException;

  /** Closes the connection at once, because its client does not read. */
  void abort();

  /** How refusals of this request are worded. */
  Refusals refusals();

  /** Sends the whole response. */
  void respond(int status, Map<String, String> headers, byte[] body) throws IOException;

  /** Sends the head of a response with status 200, and leaves its body to the caller. */
  OutputStream stream(Map<String, String> headers) throws IOException;

  /** The body was larger than allowed. */
  final class TooLargeException extends Exception {
    TooLargeException(int limit) {
      super("Longer than %d bytes".formatted(limit), null, false, false);
    }
  }
}
