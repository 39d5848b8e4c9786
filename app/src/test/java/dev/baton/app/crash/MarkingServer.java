package dev.baton.app.crash;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.database.Database;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.transport.StdioTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/** Serves a durable workflow whose tool writes every call into a file, before it answers. */
final class MarkingServer {
  static final List<String> STEPS = List.of("one", "two", "three", "four");

  record Mark(
      @Description("Which run") String run,
      @Description("Which step") String step,
      @Description("Who calls: server or client") String by) {}

  record Marked(@Description("Stands for this call alone") String nonce) {}

  private MarkingServer() {}

  /** Takes the address of the database and the file for the marks. */
  public static void main(String[] args) throws IOException {
    try (var database = Database.open(args[0]);
        var marks =
            FileChannel.open(
                Path.of(args[1]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        var server =
            McpServer.named("marking", "1")
                .withTaskStore(JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT))
                .tool(mark(marks))
                .part(Workflows.of(workflow()))
                .build()) {
      StdioTransport.serveStandardStreams(server);
    }
  }

  private static Tool<Mark, Marked> mark(FileChannel marks) {
    return Tool.named("mark", Mark.class, Marked.class)
        .description("Leaves a mark")
        .handler(
            (mark, _) -> {
              var nonce = UUID.randomUUID().toString();
              var line = "%s %s %s %s%n".formatted(mark.run(), mark.step(), mark.by(), nonce);
              synchronized (marks) {
                marks.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
                marks.force(true);
              }
              return new Marked(nonce);
            });
  }

  private static SequentialWorkflow workflow() {
    var builder = SequentialWorkflow.named("chain").describedAs("mark").promptArg("run").durable();
    for (var step : STEPS) {
      builder.step(
          step,
          ToolHandle.named("mark"),
          arg("run", promptArg("run")),
          arg("step", constant(step)),
          arg("by", constant("server")));
    }
    return builder.build();
  }
}
