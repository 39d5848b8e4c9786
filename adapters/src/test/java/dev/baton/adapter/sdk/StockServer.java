package dev.baton.adapter.sdk;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A program: a stock server of the SDK with the notebook's tools, over standard streams. */
final class StockServer {
  private StockServer() {}

  public static void main(String[] args) {
    var server = new AtomicReference<McpSyncServer>();
    var tools = NotebookTools.all(name -> load(server).removeTool(name));
    var workflows =
        SdkWorkflows.of(NotebookWorkflows.all())
            .tools(tools)
            .resources(NotebookResources.all())
            .resourceTemplates(NotebookResources.templates())
            .withToolsListedBy(() -> load(server).listTools());
    server.set(
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
            .serverInfo("notebook", "1")
            .capabilities(
                ServerCapabilities.builder()
                    // why not: over stdio SDK 2.0.0 drops what two threads send at the same moment
                    // (2.1.0 tries again), and a test removes a tool during a run
                    .tools(false)
                    .resources(false, true)
                    .prompts(true)
                    .completions()
                    .build())
            .tools(tools)
            .resources(NotebookResources.all())
            .resourceTemplates(NotebookResources.templates())
            .prompts(workflows.prompts())
            .completions(workflows.completions())
            .build());
  }

  private static McpSyncServer load(AtomicReference<McpSyncServer> server) {
    return Objects.requireNonNull(server.get(), "The server is not built yet");
  }
}
