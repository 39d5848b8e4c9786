package dev.baton.workflow.internal.record;

/**
 * Records a run, before and after each step. Used by one thread at a time.
 *
 * <p>What it throws does not stop the run: the outcome then says that the run is not recorded, and
 * the next change carries what was missed.
 */
@FunctionalInterface
public interface RunRecorder {
  /** Returns when the change is kept. */
  void record(RunChange change);

  /** The recorder of a run that cannot be resumed. */
  static RunRecorder none() {
    return change -> {};
  }
}
