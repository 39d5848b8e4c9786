package dev.baton.adapter.sdk;

import io.modelcontextprotocol.spec.McpClientTransport;

/** The SDK that the module is built with, on Java 17. */
class NewestSdkOnJava17Test extends StockServerContract {
  @Override
  protected McpClientTransport connect() throws Exception {
    return StdioServers.start(Jdks.seventeenOrSkip(), StdioServers.newestSdk());
  }

  @Override
  protected int java() {
    return 17;
  }

  @Override
  protected String sdk() {
    return "2.1.0";
  }
}
