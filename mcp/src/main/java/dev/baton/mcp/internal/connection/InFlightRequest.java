package dev.baton.mcp.internal.connection;

/** A request that a handler works on, so that it can be cancelled. Thread safe. */
public final class InFlightRequest {
  private final Thread worker = Thread.currentThread();
  private boolean cancelled;
  private boolean finished;

  /** Interrupts the handler, unless it has finished. */
  public synchronized void cancel() {
    if (!finished && !cancelled) {
      cancelled = true;
      worker.interrupt();
    }
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /** Ends the handler's part, on its own thread; false if the request was cancelled meanwhile. */
  public synchronized boolean finish() {
    finished = true;
    if (cancelled) {
      // why: the thread goes on to end the reply, and an interrupt would break its writing
      Thread.interrupted();
    }
    return !cancelled;
  }
}
