package dev.baton.orchestrator.process;

import java.util.List;
import java.util.UUID;

/** Where output goes. Called by one thread only, one call after the other. */
public interface OutputSink {
  /**
   * Stores all of these lines and offsets, or none of them: in one transaction. If it throws, the
   * same output is read again later.
   */
  void store(List<OutputBatch> batches);

  /**
   * Takes note that a program has ended; all its output was stored before. If it throws, it is
   * called again later. What takes long belongs on another thread, because nothing is read
   * meanwhile.
   */
  void ended(UUID processId, Ending ending);
}
