package dev.baton.orchestrator.progress;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.Approval.ApprovalStatus;
import dev.baton.orchestrator.attempt.DurationWords;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.dispatch.ApprovalDelivery;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.ingest.AgentAnswers;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.progress.AnsweredQuestion.Outcome;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.NewEntry;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Answers the questions of agents. Thread safe. */
public final class Approvals {
  /**
   * Which questions of agents to list.
   *
   * @param projectId of all projects if empty
   * @param withExpired those too that nobody answered in time
   * @param withRemembered those too whose answers hold for the rest of their attempts
   */
  public record ApprovalQuery(
      Optional<UUID> projectId, boolean withExpired, boolean withRemembered) {}

  /**
   * What somebody decided about a question of an agent.
   *
   * @param reason reaches the agent with a denial
   * @param remember whether the same question gets the same answer in the rest of the attempt
   */
  public record ApprovalResponse(
      UUID approvalId, ApprovalDecision decision, Optional<String> reason, boolean remember) {
    /** For this question alone. */
    public ApprovalResponse(UUID approvalId, ApprovalDecision decision, Optional<String> reason) {
      this(approvalId, decision, reason, false);
    }
  }

  /** How a question came to its end. */
  private record Settlement(
      ApprovalStatus status, ApprovalDecision decision, String reason, boolean isRemembered) {
    Settlement once() {
      return new Settlement(status, decision, reason, false);
    }

    AnsweredQuestion of(Approval approval) {
      if (status == ApprovalStatus.EXPIRED) {
        return AnsweredQuestion.of(Outcome.EXPIRED, approval, reason);
      }
      return switch (decision) {
        case APPROVE ->
            AnsweredQuestion.of(
                reason.isBlank() ? Outcome.APPROVED : Outcome.ANSWERED, approval, reason);
        case DENY -> AnsweredQuestion.of(Outcome.DENIED, approval, reason);
      };
    }
  }

  private final Store store;
  private final Node node;
  private final Dispatcher dispatcher;
  private final ApprovalDelivery delivery;
  private final Clock clock;

  public Approvals(
      Store store, Node node, Dispatcher dispatcher, ApprovalDelivery delivery, Clock clock) {
    this.store = store;
    this.node = node;
    this.dispatcher = dispatcher;
    this.delivery = delivery;
    this.clock = clock;
  }

  /** Questions of agents that nobody has answered, of all attempts, oldest first. */
  public List<Approval> listPending() {
    return store.read(tables -> tables.approvals().listPending());
  }

  /** Questions of agents, oldest first. */
  public List<Approval> list(ApprovalQuery query) {
    return store.read(
        tables -> {
          query.projectId().ifPresent(id -> CallSubject.project(tables, id));
          var open =
              query.withExpired()
                  ? tables.approvals().listPendingOrExpired()
                  : tables.approvals().listPending();
          var remembered =
              query.withRemembered() ? tables.approvals().listRemembered() : List.<Approval>of();
          return Stream.concat(open.stream(), remembered.stream())
              .filter(approval -> isOf(tables, query, approval))
              .sorted(Comparator.comparing(Approval::requestedAt).thenComparing(Approval::id))
              .toList();
        });
  }

  /** Answers that hold for the rest of an attempt, oldest first. */
  public List<Approval> listRemembered(UUID attemptId) {
    return store.read(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          return tables.approvals().listRemembered(attemptId);
        });
  }

  /** Lets a remembered answer hold no longer: the agent asks again. */
  public Approval forget(UUID approvalId) {
    return store.write(
        tables -> {
          var approval =
              tables.approvals().find(approvalId).orElseThrow(NotFound.approval(approvalId));
          if (!approval.isRemembered() || !tables.approvals().forget(approval)) {
            throw new ToolFailure(
                FailureCode.ALREADY_DONE,
                "The answer to approval %s is not remembered".formatted(approvalId),
                "Call list_approvals with remembered for those that are",
                Map.of("attempt_id", approval.attemptId()));
          }
          return tables.approvals().find(approvalId).orElseThrow();
        });
  }

  private static boolean isOf(Tables tables, ApprovalQuery query, Approval approval) {
    return query.projectId().isEmpty()
        || tables
            .attempts()
            .find(approval.attemptId())
            .filter(attempt -> query.projectId().equals(Optional.of(attempt.projectId())))
            .isPresent();
  }

  /** The attempt whose agent asks. */
  public Optional<UUID> findAttempt(UUID approvalId) {
    return store.read(tables -> tables.approvals().find(approvalId)).map(Approval::attemptId);
  }

  public Approval respond(ApprovalResponse answer) {
    var approval =
        store
            .read(tables -> tables.approvals().find(answer.approvalId()))
            .orElseThrow(NotFound.approval(answer.approvalId()));
    store.read(tables -> CallSubject.attemptOf(node, tables, approval.attemptId()));
    var reason = answer.reason().filter(text -> !text.isBlank()).orElse("");
    var settlement =
        new Settlement(ApprovalStatus.ANSWERED, answer.decision(), reason, answer.remember());
    if (!settle(approval, settlement)) {
      throw alreadyDone(approval);
    }
    if (answer.remember()) {
      settleSame(approval, settlement.once());
    }
    return store.read(tables -> tables.approvals().find(approval.id())).orElseThrow();
  }

  /** What is waiting with the same question need not wait either. */
  private void settleSame(Approval answered, Settlement settlement) {
    for (var other : store.read(tables -> tables.approvals().listPending(answered.attemptId()))) {
      if (other.toolName().equals(answered.toolName())
          && other.inputKey().isPresent()
          && other.inputKey().equals(answered.inputKey())) {
        var ignored = settle(other, settlement);
      }
    }
  }

  /** Says no to questions that nobody answered in time. */
  public void expire() {
    // why: who asks is an agent that this server drives, and an idle one leaves the database alone
    if (!dispatcher.isAtWork()) {
      return;
    }
    for (var approval : store.read(this::listExpired)) {
      var ignored =
          settle(
              approval,
              new Settlement(
                  ApprovalStatus.EXPIRED, ApprovalDecision.DENY, silence(approval), false));
    }
  }

  private List<Approval> listExpired(Tables tables) {
    return tables.approvals().listExpired(clock.instant()).stream()
        .filter(approval -> node.has(CallSubject.attempt(tables, approval.attemptId())))
        .toList();
  }

  private static String silence(Approval approval) {
    var waited =
        Duration.between(
            approval.requestedAt(), approval.expiresAt().orElse(approval.requestedAt()));
    return "no answer within " + DurationWords.of(waited);
  }

  /** Notes an answer; false if there is one already. */
  private boolean record(Tables tables, Approval approval, Settlement settlement) {
    tables.lock("attempt " + approval.attemptId());
    var isNew =
        tables
            .approvals()
            .answer(
                approval.id(),
                settlement.status(),
                settlement.decision(),
                settlement.reason(),
                settlement.isRemembered());
    if (isNew) {
      // why: the question is gone from all lists, and the conversation goes on from its answer
      var now = clock.instant();
      var entry = NewEntry.system(approval.processId(), now, settlement.of(approval).text());
      tables.logs().add(approval.attemptId(), LogChannel.NORMALIZED, List.of(entry), now);
    }
    return isNew;
  }

  private boolean settle(Approval approval, Settlement settlement) {
    try {
      return delivery.answer(
          approval,
          AgentAnswers.of(settlement.decision(), settlement.reason()),
          tables -> record(tables, approval, settlement));
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "respond_approval", "get_attempt_status for " + approval.attemptId());
    }
  }

  private ToolFailure alreadyDone(Approval approval) {
    var isExpired =
        store
            .read(tables -> tables.approvals().find(approval.id()))
            .filter(now -> now.status() == ApprovalStatus.EXPIRED)
            .isPresent();
    return new ToolFailure(
        FailureCode.ALREADY_DONE,
        isExpired
            ? "Approval %s has expired: the agent was told that there was %s"
                .formatted(approval.id(), silence(approval))
            : "Approval %s no longer waits for an answer".formatted(approval.id()),
        "Call get_attempt_status for what waits now",
        Map.of("attempt_id", approval.attemptId()));
  }
}
