package dev.baton.mcp.workflow;

import dev.baton.internal.schema.OptionalNulls;
import dev.baton.mcp.internal.call.ScopedContext;
import dev.baton.mcp.internal.durable.ChangedWorkflow;
import dev.baton.mcp.internal.durable.ClientCall;
import dev.baton.mcp.internal.durable.KeyedLock;
import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.internal.durable.StepMatch;
import dev.baton.mcp.internal.task.ToolCalls.CallFilter;
import dev.baton.mcp.internal.task.ToolCalls.FilteredCall;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.UnwindingException;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.WorkflowRunner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records an ordinary call in the run that its {@code _meta} names. The call itself is not changed
 * by that: a recording that fails is told in the answer and in the log.
 */
final class CallRecording implements CallFilter {
  private static final Logger LOG = LoggerFactory.getLogger(CallRecording.class);
  private static final String RECORDED = "dev.baton/recorded";
  private static final Duration PATIENCE = Duration.ofMillis(1200);
  private static final Duration MOST_PATIENCE = Duration.ofSeconds(15);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final WorkflowRegistry registry;
  // why: many calls for one run would else write it anew, again and again, until each has won
  private final KeyedLock writers = new KeyedLock();

  /** When the store took a change last, of this process or of another one. */
  private volatile long lastWrite = System.nanoTime();

  CallRecording(WorkflowRegistry registry) {
    this.registry = registry;
  }

  /** What is to be recorded, and where. */
  private record Note(
      RequestContext context, TaskId task, String tool, ObjectNode arguments, ToolOutcome outcome) {
    /** What the tool gave may be needed as it is; why it failed is only told. */
    private ClientCall hiding(Secrets secrets) {
      var failure = outcome.failure().map(why -> why.told(secrets::hide).toJson());
      return new ClientCall(
          TaskReference.step(context.meta()),
          tool,
          secrets.hide(arguments),
          failure.isPresent() ? StepStatus.FAILED : StepStatus.COMPLETED,
          failure.<JsonNode>map(json -> json).orElseGet(outcome::value));
    }
  }

  @Override
  public ToolResult around(
      Tool<?, ?> tool, ObjectNode arguments, RequestContext context, FilteredCall call)
      throws Exception {
    var task = TaskReference.find(context.meta());
    if (RunTools.isOne(tool.name())) {
      return task.isEmpty()
          ? call.within(context)
          : call.within(context)
              .withMeta(RECORDED, notRecorded("it speaks of a run and is no part of one"));
    }
    if (task.isEmpty()) {
      return TaskReference.isBroken(context.meta())
          ? call.within(context)
              .withMeta(RECORDED, notRecorded("the task id must be a string that is not blank"))
          : call.within(context);
    }
    try {
      var result = call.within(inRun(task.get(), tool, context));
      var note = note(task.get(), tool, arguments, context, ServerHost.outcome(result));
      return result.withMeta(RECORDED, record(note));
    } catch (UnwindingException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      var problem =
          e instanceof RpcException refused
              ? refused.error().message()
              : "it failed inside the server; its log says why";
      record(note(task.get(), tool, arguments, context, ToolOutcome.failed(problem)));
      throw e;
    }
  }

  /** The same request for a tool that can set variables of the run that the call belongs to. */
  private ScopedContext inRun(TaskId run, Tool<?, ?> tool, RequestContext context) {
    var step = TaskReference.step(context.meta());
    return new ScopedContext(
        context,
        own ->
            registry
                .runs()
                .scope(
                    own,
                    context.owner(),
                    run,
                    now ->
                        step.map(name -> StepMatch.named(now, tool.name(), name))
                            .filter(StepMatch.None.class::isInstance)
                            .isEmpty()));
  }

  private static Note note(
      TaskId task,
      Tool<?, ?> tool,
      ObjectNode arguments,
      RequestContext context,
      ToolOutcome outcome) {
    return new Note(
        context, task, tool.name(), OptionalNulls.without(arguments, tool.inputSchema()), outcome);
  }

  /** Records, and waits no longer than a client can be kept waiting for a store that hangs. */
  private ObjectNode record(Note note) {
    var work = new FutureTask<>(() -> writers.take(note.task(), () -> writeInTurn(note)));
    var begin = System.nanoTime();
    var writer = Thread.ofVirtual().name("record-" + note.task()).start(work);
    var others = new OtherWriters(note);
    try {
      // why not the time alone: with many calls for one run each waits for those before it
      while (isPatient(begin) || (isWorthWaiting(begin) && others.haveWritten())) {
        if (writer.join(LOOK_AGAIN)) {
          return work.get();
        }
        others.lookOnceAfter(begin);
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

  private boolean isPatient(long begin) {
    var now = System.nanoTime();
    return now - begin < PATIENCE.toNanos()
        || (now - lastWrite < PATIENCE.toNanos() && isWorthWaiting(begin));
  }

  private static boolean isWorthWaiting(long begin) {
    return System.nanoTime() - begin < MOST_PATIENCE.toNanos();
  }

  private ObjectNode writeInTurn(Note note) throws InterruptedException {
    var written = write(note);
    lastWrite = System.nanoTime();
    return written;
  }

  private ObjectNode write(Note note) throws InterruptedException {
    var runs = registry.runs();
    var found = runs.recover(note.context().owner(), note.task());
    if (found.isEmpty()) {
      return notRecorded("there is no workflow run with task id '%s'".formatted(note.task()));
    }
    var run = found.get();
    if (run.status().isFinal()) {
      return notRecorded("task %s is %s already".formatted(note.task(), run.status().wireName()));
    }
    var call = note.hiding(runs.secrets(run));
    var first = StepMatch.find(run, call, List.of());
    var match =
        first instanceof StepMatch.None ? first : runs.append(run, call, fitting(note, call, run));
    return match.toJson();
  }

  /** The steps that the call fits, looked for only where the tool does not say which is meant. */
  private List<String> fitting(Note note, ClientCall call, TaskRecord run)
      throws InterruptedException {
    var open = Set.copyOf(StepMatch.open(run, note.tool()));
    var workflow = registry.find(run);
    if (call.step().isPresent() || open.size() < 2 || workflow.isEmpty()) {
      return List.of();
    }
    var given = RunRecords.arguments(run);
    var mayBeOne =
        workflow.get().steps().stream()
            .filter(step -> open.contains(step.name().value()))
            .anyMatch(step -> WorkflowRunner.mayMake(step, given, note.arguments()));
    return mayBeOne && ChangedWorkflow.obstacle(workflow.get(), run).isEmpty()
        ? new RequestRun(registry, workflow.get(), note.context())
            .stepsMadeBy(run, note.tool(), note.arguments())
        : List.of();
  }

  private static ObjectNode notRecorded(String reason) {
    return Json.object().put("recorded", false).put("reason", reason);
  }

  /**
   * Sees by the version of a run that other processes write to it: then the store is slow and does
   * not hang. Reading waits for nobody who writes, but the store may not answer that either. Used
   * by one thread.
   */
  private final class OtherWriters {
    private final Note note;
    private Optional<FutureTask<Long>> earlier = Optional.empty();

    OtherWriters(Note note) {
      this.note = note;
    }

    /** The look that later ones are compared with, for calls that wait unusually long. */
    void lookOnceAfter(long begin) {
      if (earlier.isEmpty() && System.nanoTime() - begin > PATIENCE.dividedBy(2).toNanos()) {
        earlier = Optional.of(new FutureTask<>(this::version));
        var _ = start(earlier.get());
      }
    }

    boolean haveWritten() throws InterruptedException {
      var before = earlier.filter(Future::isDone);
      var now = new FutureTask<>(this::version);
      if (before.isEmpty() || !start(now).join(LOOK_AGAIN)) {
        return false;
      }
      try {
        var isNewer = now.get() > before.get().get();
        if (isNewer) {
          earlier = Optional.of(now);
          lastWrite = System.nanoTime();
        }
        return isNewer;
      } catch (ExecutionException e) {
        return false;
      }
    }

    private Thread start(FutureTask<Long> look) {
      return Thread.ofVirtual().name("look-at-" + note.task()).start(look);
    }

    private long version() {
      return registry
          .inside()
          .taskStore()
          .find(note.context().owner(), note.task())
          .map(TaskRecord::version)
          .orElse(0L);
    }
  }
}
