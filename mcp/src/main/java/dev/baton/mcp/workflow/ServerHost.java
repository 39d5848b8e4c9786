package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.catalog.Catalog;
import dev.baton.mcp.internal.durable.RunHome;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.UnwindingException;
import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.run.StepCall;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.prompt.ResourceSnapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** This server, as a run of one caller sees it. Used by one thread at a time. */
final class ServerHost implements WorkflowHost {
  private static final Logger LOG = LoggerFactory.getLogger(ServerHost.class);
  private static final String WAITS = "it waits for an answer of the client";

  private final ServerInside inside;
  private final Catalog catalog;
  private final RequestContext context;
  private final RunHome home;
  private final Secrets secrets;
  private Optional<UnwindingException> unwinding = Optional.empty();

  /**
   * The server for the run of a caller.
   *
   * @param home of the run; when it has ended, no call is made any more
   * @param secrets to be kept out of the log
   */
  ServerHost(
      ServerInside inside, Catalog catalog, RequestContext context, RunHome home, Secrets secrets) {
    this.inside = inside;
    this.catalog = catalog;
    this.context = context;
    this.home = home;
    this.secrets = secrets;
  }

  /** Throws what ended a tool from within, so that it ends the request too. */
  void unwind() {
    unwinding.ifPresent(
        end -> {
          throw end;
        });
  }

  /** True if a tool ended from within: with a question, or because nobody waits any more. */
  boolean isUnwinding() {
    return unwinding.isPresent();
  }

  @Override
  public Optional<ToolFacts> findTool(String name) {
    return catalog.findTool(name);
  }

  @Override
  public ToolOutcome call(StepCall call) throws InterruptedException {
    var clientResult = home.clientResult(call.step());
    if (clientResult.isPresent()) {
      return ToolOutcome.structured(clientResult.get());
    }
    if (isUnwinding()) {
      return ToolOutcome.failed(WAITS);
    }
    if (home.isEnded()) {
      return ToolOutcome.failed("it was not called: the run has ended, or another process has it");
    }
    var tool = inside.findTool(call.tool());
    if (tool.isEmpty()) {
      return ToolOutcome.failed("there is no tool '%s' any more".formatted(call.tool()));
    }
    var bytes = Json.bytes(call.arguments()).length;
    if (bytes > Message.MAX_BYTES) {
      return ToolOutcome.failed(
          "its arguments have %d bytes; a call has at most %d".formatted(bytes, Message.MAX_BYTES));
    }
    var within =
        new StepContext(context, call.step().value(), home.scope(context.task()), home::isEnded);
    try {
      return call.timeout().isPresent()
          ? callWithin(call.timeout().get(), tool.get(), call.arguments(), within)
          : outcome(inside.call(tool.get(), call.arguments(), within));
    } catch (InterruptedException e) {
      throw e;
    } catch (UnwindingException e) {
      note(e);
      return ToolOutcome.failed(WAITS);
    } catch (RpcException e) {
      return ToolOutcome.failed(e.error().message());
    } catch (Exception e) {
      if (within.isCancelled()) {
        throw cancelled(e);
      }
      log(call, e);
      return ToolOutcome.failed(
          "%s failed inside the server; its log says why".formatted(call.tool()));
    }
  }

  private void log(StepCall call, Exception failure) {
    if (secrets.isEmpty()) {
      LOG.error("Tool '{}' failed in step {}", call.tool(), call.step(), failure);
    } else {
      LOG.error(
          "Tool '{}' failed in step {}\n{}", call.tool(), call.step(), told(failure, secrets));
    }
  }

  /** The stack trace of a failure, without the secrets that its message may have. */
  static String told(Exception failure, Secrets secrets) {
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return secrets.hide(trace.toString());
  }

  /** Remembers what ended a tool or a resource from within. */
  private void note(UnwindingException end) throws InterruptedException {
    if (context.isCancelled()) {
      throw cancelled(end);
    }
    unwinding = Optional.of(end);
  }

  private static InterruptedException cancelled(Exception cause) {
    var cancelled = new InterruptedException("The request was cancelled");
    cancelled.initCause(cause);
    return cancelled;
  }

  private ToolOutcome callWithin(
      Duration timeout, Tool<?, ?> tool, ObjectNode arguments, StepContext within)
      throws Exception {
    var work = new FutureTask<>(() -> inside.call(tool, arguments, within));
    var worker = Thread.ofVirtual().name("step-" + within.step()).start(work);
    try {
      if (!worker.join(timeout)) {
        worker.interrupt();
        return ToolOutcome.timedOut(timeout);
      }
      return outcome(work.get());
    } catch (InterruptedException e) {
      worker.interrupt();
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** The outcome of a step's call, from the tool's result. */
  static ToolOutcome outcome(ToolResult result) {
    if (result.isError()) {
      return failure(result);
    }
    return result
        .structured()
        .map(ToolOutcome::structured)
        .orElseGet(
            () -> {
              var blocks = Json.array();
              result.content().forEach(block -> blocks.add(block.toJson()));
              return ToolOutcome.content(blocks);
            });
  }

  private static ToolOutcome failure(ToolResult result) {
    var envelope = result.structured().orElseGet(Json::object);
    var retryable = envelope.path("retryable");
    if (!retryable.isBoolean()) {
      return ToolOutcome.failed(message(result));
    }
    return retryable.asBoolean()
        ? ToolOutcome.failedForNow(message(result))
        : ToolOutcome.refused(message(result), envelope.path("hint").asString(""));
  }

  /** The message of a failed tool: the one in its envelope, or all of its text. */
  private static String message(ToolResult result) {
    return result
        .structured()
        .filter(json -> json.path("code").isString() && json.path("message").isString())
        .map(json -> json.path("message").stringValue())
        .orElseGet(
            () ->
                result.content().stream()
                    .map(block -> block instanceof Content.Text(String text) ? text : "")
                    .filter(text -> !text.isBlank())
                    .collect(Collectors.joining("\n")));
  }

  @Override
  public Optional<List<ResourceSnapshot>> read(String uri)
      throws IOException, InterruptedException {
    try {
      return inside
          .read(uri, context)
          .map(contents -> contents.stream().map(ServerHost::snapshot).toList());
    } catch (UnwindingException e) {
      note(e);
      throw new IOException(WAITS, e);
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("%s cannot be read: %s".formatted(uri, e.getMessage()), e);
    }
  }

  private static ResourceSnapshot snapshot(ResourceContents contents) {
    return switch (contents) {
      case ResourceContents.Text(String uri, Optional<String> mimeType, String text) ->
          new ResourceSnapshot(uri, mimeType, text, false);
      case ResourceContents.Blob(String uri, Optional<String> mimeType, String base64) ->
          new ResourceSnapshot(uri, mimeType, base64, true);
    };
  }
}
