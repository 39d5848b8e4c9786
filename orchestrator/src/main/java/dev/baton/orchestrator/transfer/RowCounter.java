package dev.baton.orchestrator.transfer;

/** Hears from time to time how many rows were moved. */
public interface RowCounter {
  /** After how many rows something is said. */
  int STEP = 25_000;

  void moved(long rows);

  /** The same if it is time for it. */
  default void count(long rows) {
    if (rows % STEP == 0) {
      moved(rows);
    }
  }
}
