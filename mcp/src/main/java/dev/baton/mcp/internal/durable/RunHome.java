package dev.baton.mcp.internal.durable;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.record.RunRecorder;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.TaskVariables;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.reference.StepName;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where a run is kept while it is not running: a durable task, or the client's next request. */
public sealed interface RunHome permits RunHome.Request, TaskHome {
  /** Writes what happens in the run. */
  default RunRecorder recorder() {
    return RunRecorder.none();
  }

  /** What steps can read of the task. */
  default TaskVariables variables() {
    return TaskVariables.none();
  }

  /** The result of a step that a client made while the run was on its way to it. */
  default Optional<JsonNode> clientResult(StepName step) {
    return Optional.empty();
  }

  /** Where the run stands, if a client has made the step at which it has just stopped. */
  default Optional<RunState> stateBeyond(RunOutcome outcome) {
    return Optional.empty();
  }

  /**
   * What the run's tools know of their task, and can write to.
   *
   * @param own the same of who runs the workflow
   */
  default TaskScope scope(TaskScope own) {
    return own;
  }

  /** If somebody ended the run from outside, or another process has it. */
  default boolean isEnded() {
    return false;
  }

  /** Lets others claim the run. */
  default void release() {}

  /** What the next request has to bring, so that the run goes on from here. */
  ObjectNode keep(SequentialWorkflow workflow, RunState state);

  /** How the run is told. */
  default Narration narration(RunOutcome outcome) {
    return Narration.standard();
  }

  /** The facts about the task for programs, empty if nobody asked for one. */
  ObjectNode meta(RunOutcome outcome);

  /** The task as it was last read or written; empty if there is none. */
  default Optional<TaskRecord> task() {
    return Optional.empty();
  }

  /** A run that is kept nowhere but in the request. */
  static RunHome none() {
    return new Request(Optional.empty());
  }

  /** A run that should have a task and has none, with the reason. */
  static RunHome notDurable(String reason) {
    return new Request(Optional.of(reason));
  }

  /** Keeps a run in the request. */
  record Request(Optional<String> notDurable) implements RunHome {
    private static final String STATE = "state";
    private static final String NOT_DURABLE = "not_durable";

    /** The same in what a request brings along. */
    public static Request kept(ObjectNode kept) {
      return new Request(kept.path(NOT_DURABLE).asStringOpt());
    }

    /** How far the run had come when it was kept. */
    public static RunState state(SequentialWorkflow workflow, ObjectNode kept) {
      return RunState.fromJson(workflow, kept.path(STATE));
    }

    @Override
    public ObjectNode keep(SequentialWorkflow workflow, RunState state) {
      var json = Json.object();
      json.set(STATE, state.toJson(workflow));
      notDurable.ifPresent(reason -> json.put(NOT_DURABLE, reason));
      return json;
    }

    @Override
    public ObjectNode meta(RunOutcome outcome) {
      var meta = Json.object();
      notDurable.ifPresent(reason -> meta.put("durable", false).put("durable_reason", reason));
      return meta;
    }
  }
}
