package dev.baton.adapter.sdk;

import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.internal.run.StepCall;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.prompt.ResourceSnapshot;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server, as the caller of one request sees it. Used by one thread at a time. */
final class SdkHost implements WorkflowHost {
  private static final Logger LOG = LoggerFactory.getLogger(SdkHost.class);

  private final SdkServer server;
  private final Predicate<String> isListed;
  private final McpSyncServerExchange exchange;

  SdkHost(SdkServer server, Predicate<String> isListed, McpSyncServerExchange exchange) {
    this.server = server;
    this.isListed = isListed;
    this.exchange = exchange;
  }

  @Override
  public Optional<ToolFacts> findTool(String name) {
    return find(name).map(SdkTool::facts);
  }

  private Optional<SdkTool> find(String name) {
    return server.find(name).filter(tool -> isListed.test(name));
  }

  @Override
  public ToolOutcome call(StepCall call) throws InterruptedException {
    var tool = find(call.tool());
    if (tool.isEmpty()) {
      return ToolOutcome.failed("there is no tool '%s' any more".formatted(call.tool()));
    }
    try {
      return call.timeout().isPresent()
          ? callWithin(call.timeout().get(), tool.get(), call)
          : tool.get().call(exchange, call.arguments());
    } catch (RuntimeException e) {
      throwIfInterrupted(e);
      LOG.warn("Tool '{}' failed in step {}", call.tool(), call.step(), e);
      return ToolOutcome.failed(message(e));
    }
  }

  /** What the server would answer a client whose call ended so. */
  private static String message(RuntimeException e) {
    return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
  }

  private ToolOutcome callWithin(Duration timeout, SdkTool tool, StepCall call)
      throws InterruptedException {
    var work = new FutureTask<>(() -> tool.call(exchange, call.arguments()));
    var worker = new Thread(work, "step-" + call.step());
    worker.setDaemon(true);
    worker.start();
    try {
      return work.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return ToolOutcome.timedOut(timeout);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      // why: interrupts a call that is still under way; of one that has ended nothing is left
      work.cancel(true);
    }
  }

  @Override
  public Optional<List<ResourceSnapshot>> read(String uri)
      throws IOException, InterruptedException {
    try {
      return server.resources().read(exchange, uri);
    } catch (McpError e) {
      if (e.getJsonRpcError().code() == ErrorCodes.RESOURCE_NOT_FOUND) {
        return Optional.empty();
      }
      throw new IOException("%s cannot be read: %s".formatted(uri, e.getMessage()), e);
    } catch (RuntimeException e) {
      throwIfInterrupted(e);
      throw new IOException("%s cannot be read: %s".formatted(uri, e.getMessage()), e);
    }
  }

  /** A handler cannot throw an interruption itself: it throws something else and sets the flag. */
  private static void throwIfInterrupted(RuntimeException e) throws InterruptedException {
    if (Thread.interrupted()) {
      var interrupted = new InterruptedException("The request was cancelled");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
