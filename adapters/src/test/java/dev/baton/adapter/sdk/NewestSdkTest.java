package dev.baton.adapter.sdk;

import io.modelcontextprotocol.spec.McpClientTransport;

/** The SDK that the module is built with. */
class NewestSdkTest extends StockServerContract {
  @Override
  protected McpClientTransport connect() throws Exception {
    return StdioServers.start(Jdks.current(), StdioServers.newestSdk());
  }

  @Override
  protected int java() {
    return Runtime.version().feature();
  }

  @Override
  protected String sdk() {
    return "2.1.0";
  }
}
