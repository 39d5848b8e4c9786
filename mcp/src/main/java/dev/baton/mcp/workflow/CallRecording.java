package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.UnwindingException;
import dev.baton.mcp.server.CallFilter;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.schema.OptionalNulls;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.run.Secrets;
import dev.baton.workflow.run.ToolOutcome;
import dev.baton.workflow.run.WorkflowRunner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records an ordinary call against the run that its {@code _meta} names. The call itself runs as
 * ever: a recording that fails is told in the answer and in the log, and harms nobody.
 */
final class CallRecording implements CallFilter {
  private static final Logger LOG = LoggerFactory.getLogger(CallRecording.class);
  private static final String RECORDED = "dev.baton/recorded";
  private static final Duration PATIENCE = Duration.ofMillis(1200);

  private final WorkflowRegistry registry;
  // why: many calls for one run would else write it anew, again and again, until each has won
  private final KeyedLock writers = new KeyedLock();

  CallRecording(WorkflowRegistry registry) {
    this.registry = registry;
  }

  /**
   * What is to be recorded, and where.
   *
   * @param fitting the steps whose resolved arguments are those of the call, the best first
   */
  record Note(
      RequestContext context,
      TaskId task,
      Optional<String> step,
      String tool,
      ObjectNode arguments,
      ToolOutcome outcome,
      List<String> fitting) {
    Note fitting(List<String> steps) {
      return new Note(context, task, step, tool, arguments, outcome, steps);
    }
  }

  @Override
  public ToolResult around(
      Tool<?, ?> tool, ObjectNode arguments, RequestContext context, Callable<ToolResult> call)
      throws Exception {
    var task = TaskReference.find(context.meta());
    if (RunTools.isOne(tool.name())) {
      return task.isEmpty()
          ? call.call()
          : call.call().withMeta(RECORDED, notRecorded("it speaks of a run and is no part of one"));
    }
    if (task.isEmpty()) {
      return TaskReference.isBroken(context.meta())
          ? call.call()
              .withMeta(RECORDED, notRecorded("the task id must be a string that is not blank"))
          : call.call();
    }
    try {
      var result = call.call();
      var note = note(task.get(), tool, arguments, context, ServerHost.outcome(result));
      return result.withMeta(RECORDED, record(note));
    } catch (UnwindingException | InterruptedException e) {
      throw e;
    } catch (RpcException e) {
      var outcome = ToolOutcome.failed(e.error().message());
      record(note(task.get(), tool, arguments, context, outcome));
      throw e;
    } catch (Exception e) {
      var outcome = ToolOutcome.failed("it failed inside the server; its log says why");
      record(note(task.get(), tool, arguments, context, outcome));
      throw e;
    }
  }

  private static Note note(
      TaskId task,
      Tool<?, ?> tool,
      ObjectNode arguments,
      RequestContext context,
      ToolOutcome outcome) {
    return new Note(
        context,
        task,
        TaskReference.step(context.meta()),
        tool.name(),
        OptionalNulls.without(arguments, tool.inputSchema()),
        outcome,
        List.of());
  }

  /** Records, and waits for it no longer than a client can be kept waiting. */
  private ObjectNode record(Note note) {
    var work = new FutureTask<>(() -> writers.take(note.task(), () -> write(note)));
    var writer = Thread.ofVirtual().name("record-" + note.task()).start(work);
    try {
      if (writer.join(PATIENCE)) {
        return work.get();
      }
      LOG.warn(
          "A call of {} for task {} is not recorded yet: the store hangs",
          note.tool(),
          note.task());
      return notRecorded(
          "the store did not answer within %d ms; it may record the call later"
              .formatted(PATIENCE.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return notRecorded("the call was cancelled while it was recorded");
    } catch (ExecutionException e) {
      LOG.warn("A call of {} for task {} is not recorded", note.tool(), note.task(), e.getCause());
      return notRecorded(
          Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse("the store failed"));
    }
  }

  private ObjectNode write(Note note) throws InterruptedException {
    var found = registry.runs().find(note.context().owner(), note.task());
    if (found.isEmpty()) {
      return notRecorded("there is no workflow run with task id '%s'".formatted(note.task()));
    }
    var record = found.get();
    if (record.status().isFinal()) {
      return notRecorded(
          "task %s is %s already".formatted(note.task(), record.status().wireName()));
    }
    var first = StepMatch.find(record, note);
    return first instanceof StepMatch.None
        ? first.toJson()
        : write(note.fitting(fitting(note, record)), record);
  }

  /** Looked for only where the tool does not say which step is meant. */
  private List<String> fitting(Note note, TaskRecord record) throws InterruptedException {
    var open = Set.copyOf(StepMatch.open(record, note.tool()));
    var workflow = registry.find(DurableRuns.workflow(record));
    if (note.step().isPresent() || open.size() < 2 || workflow.isEmpty()) {
      return List.of();
    }
    var given = DurableRuns.arguments(record);
    var mayBeOne =
        workflow.get().steps().stream()
            .filter(step -> open.contains(step.name().value()))
            .anyMatch(step -> WorkflowRunner.mayMake(step, given, note.arguments()));
    return mayBeOne && ChangedWorkflow.obstacle(workflow.get(), record).isEmpty()
        ? new RequestRun(registry, workflow.get(), note.context())
            .stepsMadeBy(record, note.tool(), note.arguments())
        : List.of();
  }

  private ObjectNode write(Note note, TaskRecord found) {
    var secrets = registry.runs().secrets(found);
    var call =
        ClientCall.of(note.tool(), secrets.hide(note.arguments()), hidden(note.outcome(), secrets));
    var match = new AtomicReference<StepMatch>();
    var runs = registry.runs();
    var _ =
        runs.change(
            found,
            now -> {
              // why: looked for anew, because another call may have taken that step meanwhile
              var step = StepMatch.find(now, note);
              match.set(step);
              return step.apply(now, call, runs.records());
            });
    return match.get().toJson();
  }

  /** What the tool gave may be needed as it is; why it failed is only told. */
  private static ToolOutcome hidden(ToolOutcome outcome, Secrets secrets) {
    return new ToolOutcome(
        outcome.structured(),
        outcome.content(),
        outcome.failure().map(why -> why.told(secrets::hide)));
  }

  private static ObjectNode notRecorded(String reason) {
    return Json.object().put("recorded", false).put("reason", reason);
  }
}
