package dev.baton.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves {@code echo} with the official Java SDK, with its own transports and its defaults. */
final class EchoServer {
  private EchoServer() {}

  /** Takes {@code stdio}, or the port to serve at. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("stdio")) {
      withEcho(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
    } else {
      serveHttp(Integer.parseInt(args[0]));
    }
  }

  private static McpSyncServer withEcho(McpServer.SyncSpecification<?> server) {
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("text", Map.of("type", "string", "description", "What to answer")),
            "required",
            List.of("text"),
            "additionalProperties",
            false);
    return server
        .serverInfo("bench", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .toolCall(
            Tool.builder("echo", schema).description("Answers with the text it is given").build(),
            (_, request) ->
                CallToolResult.builder()
                    .addTextContent((String) request.arguments().get("text"))
                    .build())
        .build();
  }

  private static void serveHttp(int port) throws Exception {
    var transport =
        new HttpServletStreamableServerTransportProvider.Builder()
            .jsonMapper(McpJsonDefaults.getMapper())
            .mcpEndpoint("/mcp")
            .build();
    withEcho(McpServer.sync(transport));
    var threads = new QueuedThreadPool();
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var jetty = new Server(threads);
    var connector = new ServerConnector(jetty);
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    jetty.addConnector(connector);
    var context = new ServletContextHandler();
    var servlet = new ServletHolder(transport);
    servlet.setAsyncSupported(true);
    context.addServlet(servlet, "/mcp");
    jetty.setHandler(context);
    jetty.start();
    jetty.join();
  }
}
