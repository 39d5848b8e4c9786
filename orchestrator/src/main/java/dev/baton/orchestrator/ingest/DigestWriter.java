package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalStatus;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.NewEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes digests to the store. Thread safe. */
public final class DigestWriter {
  private final Supplier<UUID> ids;
  private final Budgets budgets;
  private final Optional<Duration> approvalTime;

  /**
   * A writer.
   *
   * @param approvalTime how long agents wait for an answer; empty means for ever
   */
  public DigestWriter(Supplier<UUID> ids, Budgets budgets, Optional<Duration> approvalTime) {
    this.ids = ids;
    this.budgets = budgets;
    this.approvalTime = approvalTime;
  }

  /** Returns the index of the first normalised entry. */
  long write(Tables tables, OutputReading reading, Digest digest, Instant now) {
    var process = reading.detail().process();
    var attemptId = process.attemptId();
    if (!digest.raw.isEmpty()) {
      add(tables, process, LogChannel.RAW, digest.raw, now);
    }
    long first = tables.logs().nextIndex(attemptId, LogChannel.NORMALIZED);
    if (!digest.normalized.isEmpty()) {
      add(
          tables,
          process,
          LogChannel.NORMALIZED,
          reading.withReplaced(digest.normalized, first),
          now);
    }
    process
        .sessionId()
        .ifPresent(
            session -> {
              tables.sessions().addMessages(session, digest.messages);
              digest.agentSessionId.ifPresent(
                  id -> tables.sessions().setAgentSessionId(session, id));
            });
    digest.usage.ifPresent(
        usage -> {
          tables.processes().setUsage(process.id(), UsageJson.write(usage));
          UsageJson.own(tables.processes().listUsage(process.attemptId()), process.id())
              .ifPresent(own -> budgets.tell(tables, process.id(), own, now));
        });
    if (!digest.denied.isEmpty()) {
      tables.processes().addDenied(process.id(), digest.denied.size(), digest.denied.getLast());
    }
    writeQuestions(tables, reading, digest, now);
    digest.sends.forEach(send -> tables.inputs().add(process.id(), send.key(), send.line()));
    return first;
  }

  private static void add(
      Tables tables,
      ExecutionProcess process,
      LogChannel channel,
      List<NewEntry> entries,
      Instant now) {
    if (process.reason() == ProcessReason.DEV_SERVER) {
      tables.logs().addBeside(process.attemptId(), channel, entries);
    } else {
      tables.logs().add(process.attemptId(), channel, entries, now);
    }
  }

  private void writeQuestions(Tables tables, OutputReading reading, Digest digest, Instant now) {
    var process = reading.detail().process();
    for (var request : digest.approvals) {
      var earlier = Optional.ofNullable(digest.answered.get(request.requestId()));
      tables
          .approvals()
          .insert(
              new Approval(
                  ids.get(),
                  process.attemptId(),
                  process.id(),
                  request.requestId(),
                  request.toolName(),
                  request.summary(),
                  Optional.of(InputKey.of(request)),
                  now,
                  earlier.isPresent() ? Optional.empty() : approvalTime.map(now::plus),
                  earlier.isPresent() ? ApprovalStatus.ANSWERED : ApprovalStatus.PENDING,
                  earlier.flatMap(Approval::decision),
                  earlier.flatMap(Approval::reason),
                  false));
    }
    digest.withdrawnApprovals.forEach(id -> tables.approvals().withdraw(process.id(), id));
  }
}
