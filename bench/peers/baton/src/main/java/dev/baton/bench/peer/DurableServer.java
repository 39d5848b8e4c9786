package dev.baton.bench.peer;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.database.Database;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.reference.ToolHandle;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;

/** Serves {@code echo} and two workflows whose runs are kept in a store, over HTTP. */
final class DurableServer {
  private static final ToolHandle<?, ?> ECHO = ToolHandle.named("echo");
  private static final ToolHandle<?, ?> APPROVE = ToolHandle.named("approve");

  private DurableServer() {}

  /** Takes the port, and {@code none}, {@code memory} or the address of a database. */
  public static void main(String[] args) throws IOException, InterruptedException {
    var port = Integer.parseInt(args[0]);
    switch (args[1]) {
      case "none" -> serve(server().part(Workflows.of(deploy().build())), port);
      case "memory" -> serve(durable(server()), port);
      default -> {
        try (var database = Database.open(args[1])) {
          var store = JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
          serve(durable(server().withTaskStore(store)), port);
        }
      }
    }
  }

  private static McpServerBuilder server() {
    return McpServer.named("bench", "1")
        .tool(tool(ECHO.name(), "Answers with the text it is given"))
        .tool(tool(APPROVE.name(), "Answers what somebody approves"));
  }

  private static Tool<EchoServer.Echo, ?> tool(String name, String description) {
    return Tool.named(name, EchoServer.Echo.class)
        .description(description)
        .handler((request, _) -> ToolResult.text(request.text()));
  }

  private static McpServerBuilder durable(McpServerBuilder server) {
    return server.part(Workflows.of(deploy().durable().build(), handOver()));
  }

  /** Validates, deploys and notifies, each with what the step before it gave. */
  private static WorkflowBuilder deploy() {
    return SequentialWorkflow.named("deploy")
        .describedAs("echo a text three times")
        .promptArg("text", "What to answer")
        .step("validate", ECHO, arg("text", promptArg("text")))
        .step("deploy", ECHO, arg("text", fromStep("validate", "0.text")))
        .step("notify", ECHO, arg("text", fromStep("deploy", "0.text")));
  }

  /** Stops before its last step, which the client never makes: so the run stays open. */
  private static SequentialWorkflow handOver() {
    return SequentialWorkflow.named("hand-over")
        .describedAs("echo a text and wait for approval")
        .promptArg("text", "What to answer")
        .step("begin", ECHO, arg("text", promptArg("text")))
        .step("approve", APPROVE, guidance("Approve with a text of your own."))
        .durable()
        .build();
  }

  private static void serve(McpServerBuilder builder, int port)
      throws IOException, InterruptedException {
    try (var server = builder.build();
        var _ = HttpTransport.start(server, new Access.Open(), HttpOptions.loopback(port))) {
      new CountDownLatch(1).await();
    }
  }
}
