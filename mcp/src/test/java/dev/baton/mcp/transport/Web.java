package dev.baton.mcp.transport;

import dev.baton.mcp.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A test server behind HTTP. Closing it closes the server too. */
public final class Web implements AutoCloseable {
  private final TestServer server;
  private final HttpTransport transport;

  private Web(TestServer server, HttpTransport transport) {
    this.server = server;
    this.transport = transport;
  }

  public static Web serve(TestServer server) {
    return serve(server, options -> options);
  }

  public static Web serve(TestServer server, UnaryOperator<HttpOptions> settings) {
    var options = HttpOptions.loopback(0).withHeartbeat(Duration.ofMillis(200));
    try {
      return new Web(
          server, HttpTransport.start(server.mcp(), new TestTokens(), settings.apply(options)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public TestServer server() {
    return server;
  }

  HttpTransport transport() {
    return transport;
  }

  int port() {
    return transport.port();
  }

  String url() {
    return transport.url();
  }

  /** A client with the local user's token. */
  public WebClient client() {
    return new WebClient(url(), TestTokens.LOCAL);
  }

  /** A client with this token. */
  WebClient client(String token) {
    return new WebClient(url(), token);
  }

  /** A connection on which a test writes every byte itself. */
  RawHttp raw() {
    return new RawHttp(port());
  }

  @Override
  public void close() {
    server.close();
    transport.close();
  }
}
