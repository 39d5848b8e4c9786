package dev.baton.workflow.internal.run;

/** Listens to how far a run has come. */
@FunctionalInterface
public interface RunProgress {
  /**
   * A step begins, or the run has ended.
   *
   * @param done how many steps are behind
   */
  void report(int done, int total, String message);

  static RunProgress ignored() {
    return (done, total, message) -> {};
  }
}
