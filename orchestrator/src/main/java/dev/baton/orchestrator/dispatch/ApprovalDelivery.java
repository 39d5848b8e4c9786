package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.ingest.InputLines;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings answers to agents that ask whether they may go on. Thread safe. */
public final class ApprovalDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(ApprovalDelivery.class);
  private static final Duration READER_PATIENCE = Duration.ofSeconds(10);

  private final Store store;
  private final OutputIngest output;
  private final InputLines inputs;
  private final Signals signals;
  private final Clock clock;

  ApprovalDelivery(
      Store store, OutputIngest output, InputLines inputs, Signals signals, Clock clock) {
    this.store = store;
    this.output = output;
    this.inputs = inputs;
    this.signals = signals;
    this.clock = clock;
  }

  /** Tells the agent; {@code record} notes the answer in the same transaction, or refuses. */
  public boolean answer(Approval approval, ApprovalAnswer answer, Predicate<Tables> record)
      throws InterruptedException {
    awaitReader(approval);
    var claim = output.findClaim(approval.processId());
    try {
      var process = note(approval, answer, claim, record);
      if (process.isPresent() && claim.isPresent()) {
        inputs.deliver(process.get().process(), claim.get());
      }
      return process.isPresent();
    } catch (StaleClaimException e) {
      LOG.info("The answer to question {} was not given: others drive its attempt", approval.id());
      throw unreachable(approval);
    }
  }

  private Optional<ProcessDetail> note(
      Approval approval, ApprovalAnswer answer, Optional<Claim> claim, Predicate<Tables> record) {
    var lines = output.answer(approval.processId(), approval.agentRequestId(), answer);
    return store.write(
        tables -> {
          claim.ifPresent(it -> it.check(tables));
          if (!record.test(tables)) {
            return Optional.<ProcessDetail>empty();
          }
          tables.attempts().setActive(approval.attemptId(), clock.instant());
          lines.forEach(send -> tables.inputs().add(approval.processId(), send.key(), send.line()));
          return tables.processes().find(approval.processId());
        });
  }

  /** After a restart it takes a moment until the output of an agent is read again. */
  private void awaitReader(Approval approval) throws InterruptedException {
    var processId = approval.processId();
    if (!signals.await(
        approval.attemptId(),
        READER_PATIENCE,
        () -> output.findEnd(processId).isPresent() || !isRunning(processId))) {
      throw unreachable(approval);
    }
  }

  private static ToolFailure unreachable(Approval approval) {
    return new ToolFailure(
        BoardFailureCode.ATTEMPT_BUSY,
        "The agent that asks question %s cannot be reached yet".formatted(approval.id()),
        "Repeat respond_approval in a few seconds",
        Map.of("approval_id", approval.id()));
  }

  private boolean isRunning(UUID processId) {
    return store
        .read(tables -> tables.processes().find(processId))
        .filter(detail -> detail.process().isRunning())
        .isPresent();
  }
}
