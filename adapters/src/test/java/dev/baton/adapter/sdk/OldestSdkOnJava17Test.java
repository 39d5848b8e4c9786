package dev.baton.adapter.sdk;

import io.modelcontextprotocol.spec.McpClientTransport;

/** The same classes with the oldest SDK, on Java 17. */
class OldestSdkOnJava17Test extends StockServerContract {
  @Override
  protected McpClientTransport connect() throws Exception {
    return StdioServers.start(Jdks.seventeenOrSkip(), StdioServers.oldestSdk());
  }

  @Override
  protected int java() {
    return 17;
  }

  @Override
  protected String sdk() {
    return "2.0.0";
  }
}
