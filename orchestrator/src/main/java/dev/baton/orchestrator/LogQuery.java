package dev.baton.orchestrator;

import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.transcript.LogChannel;
import java.time.Duration;
import java.util.UUID;

/**
 * Which log entries to read.
 *
 * @param maxWait how long to wait for entries above {@code tail.after()} if there are none
 */
public record LogQuery(UUID attemptId, LogChannel channel, Tail tail, Duration maxWait) {
  public LogQuery {
    maxWait = maxWait.compareTo(StatusQuery.MAX_WAIT) > 0 ? StatusQuery.MAX_WAIT : maxWait;
  }
}
