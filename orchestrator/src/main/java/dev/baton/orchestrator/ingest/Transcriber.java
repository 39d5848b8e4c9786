package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.NewEntry;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.Utf8;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Turns what an agent's output means into entries and messages. Readers tell a message when it is
 * whole, so that none is replaced later. Not thread safe.
 */
final class Transcriber {
  private static final int MAX_PIECE = 64 * 1024;

  private final UUID processId;
  private Optional<TurnResult> result = Optional.empty();

  Transcriber(UUID processId) {
    this.processId = processId;
  }

  /** How the turn ended, as far as the agent has said so. */
  Optional<TurnResult> result() {
    return result;
  }

  void add(List<AgentOutput> outputs, Digest digest, Instant now) {
    for (var output : outputs) {
      switch (output) {
        case AgentOutput.Entry entry -> addEntry(entry, digest, now);
        case AgentOutput.SessionStarted started ->
            digest.agentSessionId = Optional.of(started.agentSessionId());
        case AgentOutput.ApprovalRequested request -> digest.approvals.add(request);
        case AgentOutput.ApprovalWithdrawn withdrawn ->
            digest.withdrawnApprovals.add(withdrawn.requestId());
        case AgentOutput.ActionDenied denied -> digest.denied.add(denied.summary());
        case AgentOutput.UsageReported reported -> digest.usage = Optional.of(reported.usage());
        case AgentOutput.Send send -> digest.sends.add(send);
        case AgentOutput.TurnEnded ended -> {
          result = Optional.of(ended.result());
          digest.hasTurnEnded = true;
        }
      }
    }
  }

  private void addEntry(AgentOutput.Entry entry, Digest digest, Instant now) {
    var rest = entry.content();
    // why not those that change: a later one takes the place of one entry, not of its pieces
    while (!entry.type().mayChange() && Utf8.cut(rest, MAX_PIECE).length() < rest.length()) {
      var piece = Utf8.cut(rest, MAX_PIECE);
      digest.normalized.add(entry(entry, piece, true, now));
      rest = rest.substring(piece.length());
    }
    digest.normalized.add(entry(entry, rest, false, now));
    if (entry.type() == EntryType.ASSISTANT_MESSAGE) {
      digest.messages.add(
          SessionMessage.of(SessionMessage.Role.ASSISTANT, entry.content(), processId, now));
    }
  }

  private NewEntry entry(AgentOutput.Entry entry, String content, boolean continues, Instant now) {
    return new NewEntry(
        processId,
        now,
        entry.type().wireName(),
        content,
        continues,
        Optional.empty(),
        entry.tool().map(LogEntry.ToolUse::of),
        // why not all: to remember where each line of output is would cost more than the output
        Optional.of(entry.key()).filter(_ -> entry.type().mayChange()));
  }
}
