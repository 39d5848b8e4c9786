package dev.baton.mcp.transport;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A test server behind HTTP. Closing it closes the server too. */
public final class Web implements AutoCloseable {
  private final Optional<TestServer> server;
  private final McpServer mcp;
  private final HttpTransport transport;

  private Web(Optional<TestServer> server, McpServer mcp, UnaryOperator<HttpOptions> settings) {
    this.server = server;
    this.mcp = mcp;
    var options = HttpOptions.loopback(0).withHeartbeat(Duration.ofMillis(200));
    try {
      transport = HttpTransport.start(mcp, new TestTokens(), settings.apply(options));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Web serve(McpServer mcp) {
    return new Web(Optional.empty(), mcp, options -> options);
  }

  public static Web serve(TestServer server) {
    return serve(server, options -> options);
  }

  public static Web serve(TestServer server, UnaryOperator<HttpOptions> settings) {
    return new Web(Optional.of(server), server.mcp(), settings);
  }

  public TestServer server() {
    return server.orElseThrow();
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
  public WebClient client(String token) {
    return new WebClient(url(), token);
  }

  /** A connection on which a test writes every byte itself. */
  RawHttp raw() {
    return new RawHttp(port());
  }

  @Override
  public void close() {
    mcp.close();
    transport.close();
  }
}
