package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.call.RequestKeys;
import dev.baton.orchestrator.call.RequestKeys.Fingerprint;
import dev.baton.orchestrator.call.RequestKeys.KeyedCall;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.StartedTurns.Recorded;
import dev.baton.orchestrator.start.TurnQueue;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptStops;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Sends queued messages at once, ahead of all others. Thread safe. */
final class UrgentMessages {
  private final Store store;
  private final Addressees addressees;
  private final AgentRestraint restraint;
  private final Dispatcher dispatcher;
  private final AttemptStops stops;
  private final RequestKeys keys;
  private final StartedTurns started;
  private final TurnQueue turns;

  /** Those that are being sent. */
  private final Set<UUID> underWay = ConcurrentHashMap.newKeySet();

  UrgentMessages(
      Store store,
      Addressees addressees,
      AgentRestraint restraint,
      Dispatcher dispatcher,
      AttemptStops stops,
      RequestKeys keys,
      StartedTurns started,
      TurnQueue turns) {
    this.store = store;
    this.addressees = addressees;
    this.restraint = restraint;
    this.dispatcher = dispatcher;
    this.stops = stops;
    this.keys = keys;
    this.started = started;
    this.turns = turns;
  }

  FollowUpQueued send(Caller caller, FollowUpTarget target, UUID queuedId, boolean overBudget) {
    var call =
        new KeyedCall(
            caller,
            "follow_up",
            Fingerprint.of("send", target.attemptId(), target.sessionId(), queuedId));
    if (!underWay.add(queuedId)) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Message %s is being sent".formatted(queuedId),
          "Call get_attempt_status for how far it is");
    }
    try {
      if (store.write(tables -> keys.recall(tables, call, FollowUpQueued.class)).isEmpty()) {
        makeRoom(caller, target, queuedId, overBudget);
      }
      return started.once(
          call,
          FollowUpQueued.class,
          FollowUpQueued::attemptId,
          tables -> begin(tables, target, queuedId));
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "follow_up", "get_attempt_status for the attempt");
    } finally {
      underWay.remove(queuedId);
    }
  }

  /** Puts the message first, so that it is next whatever happens, and ends what is before it. */
  private void makeRoom(Caller caller, FollowUpTarget target, UUID queuedId, boolean overBudget)
      throws InterruptedException {
    var attempt =
        store.write(
            tables -> {
              var attemptId = addressees.find(tables, target).attempt().id();
              var turn = turns.load(tables, attemptId, queuedId);
              var followUp =
                  new FollowUp(target, turn.promptText(), turn.variant(), turn.choice(), List.of());
              var addressee = addressees.find(tables, followUp);
              restraint.check(tables, caller, addressee.attempt(), followUp);
              // why before anything is stopped: it could not follow what it interrupts
              if (overBudget) {
                tables.costs().permitTurn(turn.id());
              } else if (!tables.costs().isPermitted(turn.id())) {
                dispatcher.budgets().check(tables, addressee.attempt().taskId());
                dispatcher.budgets().reserve(tables, addressee.attempt().taskId(), turn);
              }
              tables.turns().putFirst(turn);
              if (addressee.attempt().isRunning()) {
                // why: a turn that ends by itself must not begin what the stop would then end
                turns.hold(tables, attemptId);
              }
              return addressee.attempt();
            });
    if (attempt.isRunning()) {
      var report = stops.stop(attempt.id(), false, caller.owner());
      if (!report.survivors().isEmpty()) {
        throw new ToolFailure(
            FailureCode.INTERNAL,
            "Attempt %s could not be stopped, so the message waits: %s"
                .formatted(attempt.id(), String.join("; ", report.survivors())),
            "Call stop_attempt with force true, then follow_up with this queued_id again",
            Map.of("survivors", report.survivors()));
      }
    }
  }

  private Recorded<FollowUpQueued> begin(Tables tables, FollowUpTarget target, UUID queuedId) {
    var addressee = addressees.find(tables, target);
    var attempt = addressee.attempt();
    // why asked again: somebody may have sent or removed it while the turn was stopped
    var isQueued = turns.find(tables, attempt.id(), queuedId).isPresent();
    var opened =
        isQueued && !attempt.isRunning()
            ? dispatcher.join(tables, attempt.id())
            : List.<OpenedTurn>of();
    var process = tables.processes().listOfTurn(queuedId).stream().findFirst();
    if (!isQueued && process.isEmpty()) {
      throw TurnQueue.notQueued(attempt.id(), queuedId);
    }
    var answer =
        new FollowUpQueued(
            tables.turns().find(queuedId).flatMap(Turn::sessionId).orElse(addressee.session().id()),
            attempt.id(),
            process.map(it -> it.process().id()),
            FollowUps.messages(tables, attempt.id()));
    return new Recorded<>(answer, attempt.id(), opened);
  }
}
