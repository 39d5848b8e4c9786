package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.UnwindingException;
import dev.baton.mcp.server.CallFilter;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOwner;
import dev.baton.workflow.run.StepStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records an ordinary call against the run that its {@code _meta} names. The call itself runs as
 * ever: a recording that fails is told in the answer and in the log, and harms nobody.
 */
final class Continuation implements CallFilter {
  private static final Logger LOG = LoggerFactory.getLogger(Continuation.class);
  private static final String RECORDED = "dev.baton/recorded";
  private static final Duration PATIENCE = Duration.ofMillis(1500);

  private final Serving serving;

  Continuation(Serving serving) {
    this.serving = serving;
  }

  @Override
  public ToolResult around(
      Tool<?, ?> tool, ObjectNode arguments, RequestContext context, Callable<ToolResult> call)
      throws Exception {
    var task = TaskReference.find(context.meta());
    if (task.isEmpty() || RunTools.isOne(tool.name())) {
      return call.call();
    }
    try {
      var result = call.call();
      var note = record(task.get(), context, StepResult.of(tool.name(), result));
      return result.withMeta(RECORDED, note);
    } catch (UnwindingException | InterruptedException e) {
      throw e;
    } catch (RpcException e) {
      record(task.get(), context, StepResult.failed(tool.name(), e.error().message()));
      throw e;
    } catch (Exception e) {
      record(
          task.get(),
          context,
          StepResult.failed(tool.name(), "it failed inside the server; its log says why"));
      throw e;
    }
  }

  /** What a call that may belong to a step came to. */
  record StepResult(String tool, StepStatus status, JsonNode value) {
    static StepResult of(String tool, ToolResult result) {
      if (result.isError()) {
        return failed(tool, ServerHost.message(result));
      }
      var content = Json.array();
      result.content().forEach(block -> content.add(block.toJson()));
      return new StepResult(tool, StepStatus.COMPLETED, result.structured().orElse(content));
    }

    static StepResult failed(String tool, String error) {
      return new StepResult(tool, StepStatus.FAILED, Json.object().put("error", error));
    }
  }

  /** Records, and waits for it no longer than a client can be kept waiting. */
  private ObjectNode record(TaskId task, RequestContext context, StepResult result) {
    var owner = context.owner();
    var step = context.meta().path(TaskReference.STEP).asStringOpt();
    var work = new FutureTask<>(() -> write(owner, task, step, result));
    var writer = Thread.ofVirtual().name("record-" + task).start(work);
    try {
      if (writer.join(PATIENCE)) {
        return work.get();
      }
      LOG.warn(
          "A call of {} for task {} is not recorded yet: the store hangs", result.tool(), task);
      return notRecorded("the store did not answer within %d ms".formatted(PATIENCE.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return notRecorded("the call was cancelled while it was recorded");
    } catch (ExecutionException e) {
      LOG.warn("A call of {} for task {} is not recorded", result.tool(), task, e.getCause());
      return notRecorded(
          Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse("the store failed"));
    }
  }

  private ObjectNode write(TaskOwner owner, TaskId task, Optional<String> step, StepResult result) {
    var record = serving.runs().find(owner, task);
    if (record.isEmpty()) {
      return notRecorded("there is no workflow run with task id '%s'".formatted(task));
    }
    if (record.get().status().isFinal()) {
      return notRecorded("task %s is %s already".formatted(task, record.get().status().wireName()));
    }
    var match = new StepMatch[1];
    var inside = serving.inside();
    inside.changeTask(
        owner,
        task,
        now -> {
          match[0] = StepMatch.find(now, result.tool(), step);
          return match[0].apply(
              now, result, new RunRecords(inside.taskLimits(), inside.clock().instant()));
        });
    return match[0].toJson();
  }

  private static ObjectNode notRecorded(String reason) {
    return Json.object().put("recorded", false).put("reason", reason);
  }
}
