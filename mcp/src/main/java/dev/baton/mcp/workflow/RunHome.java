package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskId;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.StepName;
import dev.baton.workflow.run.RunOutcome;
import dev.baton.workflow.run.RunRecorder;
import dev.baton.workflow.run.RunState;
import dev.baton.workflow.run.TaskVariables;
import dev.baton.workflow.run.narrative.Narration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What holds a run while it is not running: a durable task, or the client's next request. */
interface RunHome {
  RunRecorder recorder();

  TaskVariables variables();

  /** The result of a step that a client made while the run was on its way to it. */
  default Optional<JsonNode> doneMeanwhile(StepName step) {
    return Optional.empty();
  }

  /** Where the run stands, if a client has made the step at which it has just stopped. */
  default Optional<RunState> overtaken(RunOutcome outcome) {
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

  /** True if somebody ended the run from outside. */
  boolean isEnded();

  /** Leaves the run to others. */
  default void release() {}

  /** What the next request has to bring, so that the run goes on from here. */
  ObjectNode keep(SequentialWorkflow workflow, RunState state);

  Narration narration(RunOutcome outcome);

  /** The facts about the task for programs, empty if nobody asked for one. */
  ObjectNode meta(RunOutcome outcome);

  /** The task, if there is one. */
  Optional<TaskId> taskId();

  /** A run that nothing holds but the request. */
  static RunHome none() {
    return new Request(Optional.empty());
  }

  /** A run that should have a task and has none, with the reason. */
  static RunHome notDurable(String reason) {
    return new Request(Optional.of(reason));
  }

  /** Holds a run in the request. */
  record Request(Optional<String> notDurable) implements RunHome {
    static final String STATE = "state";
    private static final String NOT_DURABLE = "not_durable";

    /** The same that was kept. */
    static Request kept(ObjectNode kept) {
      return new Request(kept.path(NOT_DURABLE).asStringOpt());
    }

    @Override
    public RunRecorder recorder() {
      return RunRecorder.none();
    }

    @Override
    public TaskVariables variables() {
      return TaskVariables.none();
    }

    @Override
    public boolean isEnded() {
      return false;
    }

    @Override
    public ObjectNode keep(SequentialWorkflow workflow, RunState state) {
      var json = Json.object();
      json.set(STATE, state.toJson(workflow));
      notDurable.ifPresent(reason -> json.put(NOT_DURABLE, reason));
      return json;
    }

    @Override
    public Narration narration(RunOutcome outcome) {
      return Narration.standard();
    }

    @Override
    public ObjectNode meta(RunOutcome outcome) {
      var meta = Json.object();
      notDurable.ifPresent(reason -> meta.put("durable", false).put("durable_reason", reason));
      return meta;
    }

    @Override
    public Optional<TaskId> taskId() {
      return Optional.empty();
    }
  }
}
