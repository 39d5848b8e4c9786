package dev.baton.mcp.internal.durable;

import dev.baton.task.Presence;
import dev.baton.task.TaskRecord;

/** The holder of a durable run at a moment; the only place that decides it. */
public sealed interface Lease {
  /** Nobody works on the run; whoever claims it has it. */
  record Free() implements Lease {}

  /** A thread of this process works on the run, or waits to. */
  record Ours() implements Lease {}

  /** Another process that lives works on the run. */
  record Elsewhere() implements Lease {}

  /**
   * The record says that somebody works on the run, and nobody does.
   *
   * @param why what is known of a step that was under way
   */
  record Abandoned(String why) implements Lease {}

  /** The run has ended. */
  record Final() implements Lease {}

  /**
   * Computes the lease.
   *
   * @param isLocked if a thread of this process has the run's lock
   */
  static Lease of(TaskRecord run, Presence presence, boolean isLocked) {
    var holder = run.holder();
    var isSelf = holder.filter(presence.self()::equals).isPresent();
    if (run.status().isFinal()) {
      return new Final();
    }
    if (!isSelf && holder.filter(presence::isAlive).isPresent()) {
      return new Elsewhere();
    }
    if (isLocked) {
      return new Ours();
    }
    if (isSelf) {
      return new Abandoned("the store did not take what came of it");
    }
    return holder.isPresent() || RunRecords.runningStep(run).isPresent()
        ? new Abandoned("the server stopped while it ran")
        : new Free();
  }

  /** If somebody works on the run. */
  default boolean isUnderWay() {
    return switch (this) {
      case Ours _, Elsewhere _ -> true;
      case Free _, Abandoned _, Final _ -> false;
    };
  }
}
