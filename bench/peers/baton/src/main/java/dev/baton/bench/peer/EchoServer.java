package dev.baton.bench.peer;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.transport.StdioTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Serves {@code echo} with Baton's library: over HTTP at a port, or over standard streams. */
final class EchoServer {
  record Echo(@Description("What to answer") String text) {}

  private EchoServer() {}

  /** Takes {@code stdio}, or the port to serve at. */
  public static void main(String[] args) throws IOException, InterruptedException {
    var echo =
        Tool.named("echo", Echo.class)
            .description("Answers with the text it is given")
            .handler((request, _) -> ToolResult.text(request.text()));
    var builder = McpServer.named("bench", "1").tool(echo);
    if (args[0].equals("stdio")) {
      try (var server = builder.build()) {
        StdioTransport.serveStandardStreams(server);
      }
    } else {
      try (var server = builder.part(Workflows.of(thrice())).build()) {
        serveHttp(server, Integer.parseInt(args[0]));
      }
    }
  }

  private static SequentialWorkflow thrice() {
    var echo = ToolHandle.named("echo");
    return SequentialWorkflow.named("echo-thrice")
        .describedAs("echo a text three times")
        .promptArg("text", "What to answer")
        .step("first", echo, arg("text", promptArg("text")))
        .step("second", echo, arg("text", fromStep("first", "0.text")))
        .step("third", echo, arg("text", fromStep("second", "0.text")))
        .build();
  }

  private static void serveHttp(McpServer server, int port)
      throws IOException, InterruptedException {
    try (var _ = HttpTransport.start(server, new Access.Open(), HttpOptions.loopback(port))) {
      new CountDownLatch(1).await();
    }
  }
}
