package dev.baton.mcp.transport;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A test server behind one of the transports, and its clients. */
public final class Wired implements AutoCloseable {
  /** The transports that must behave alike. */
  public enum Wiring {
    STDIO,
    HTTP
  }

  private final TestServer server;
  private final Supplier<TestClient> connecting;
  private final Runnable closing;
  private final List<TestClient> clients = new ArrayList<>();

  private Wired(TestServer server, Supplier<TestClient> connecting, Runnable closing) {
    this.server = server;
    this.connecting = connecting;
    this.closing = closing;
  }

  public static Wired over(Wiring wiring, TestServer server) {
    return switch (wiring) {
      case STDIO -> new Wired(server, () -> new StdioClient(server), server::close);
      case HTTP -> {
        var web = Web.serve(server);
        yield new Wired(server, web::client, web::close);
      }
    };
  }

  public TestServer server() {
    return server;
  }

  /** A new client that has said nothing yet. */
  public TestClient client() {
    var client = connecting.get();
    clients.add(client);
    return client;
  }

  /** A new client of this era, with every capability. */
  public TestClient client(Speaks era) {
    return client().speaking(era);
  }

  @Override
  public void close() {
    clients.forEach(TestClient::close);
    closing.run();
  }
}
