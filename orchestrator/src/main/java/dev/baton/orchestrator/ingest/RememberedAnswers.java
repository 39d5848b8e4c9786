package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.ApprovalDecision;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.NewEntry;
import java.time.Instant;

/**
 * Answers agents that ask what somebody has answered for the rest of the attempt. Thread safe; a
 * reading that got an answer here must be stored or forgotten.
 */
final class RememberedAnswers {
  private final Store store;

  RememberedAnswers(Store store) {
    this.store = store;
  }

  /** Adds the answers to what has to be stored. */
  void answer(OutputReading run, Digest digest, Instant now) {
    var process = run.detail().process();
    for (var request : digest.approvals) {
      store
          .read(
              tables ->
                  tables
                      .approvals()
                      .findRemembered(
                          process.attemptId(), request.toolName(), InputKey.of(request)))
          .ifPresent(
              earlier -> {
                digest.answered.put(request.requestId(), earlier);
                AgentAnswers.given(earlier)
                    .map(answer -> run.answer(request.requestId(), answer))
                    .ifPresent(digest.sends::addAll);
                digest.normalized.add(
                    NewEntry.system(process.id(), now, words(earlier, request.summary())));
              });
    }
  }

  private static String words(Approval earlier, String summary) {
    return "%s as remembered: %s. %s"
        .formatted(
            earlier.decision().filter(it -> it == ApprovalDecision.DENY).isPresent()
                ? "Denied"
                : "Approved",
            earlier.toolName(),
            summary);
  }
}
