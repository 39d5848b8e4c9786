package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.turn.Chain.ChainStep;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records that a turn begins, and the programs that are to run for it. Nothing runs yet. Thread
 * safe.
 */
public final class TurnOpening {
  /**
   * A turn that is under way: its session, and the first program that is started for it.
   *
   * @param node where it runs
   */
  public record OpenedTurn(
      UUID attemptId, UUID turnId, UUID sessionId, UUID processId, Optional<String> node) {}

  private static final int REMEMBERED_MESSAGES = 20;

  private final AgentExecutors executors;
  private final Supplier<UUID> ids;
  private final Clock clock;

  public TurnOpening(AgentExecutors executors, Supplier<UUID> ids, Clock clock) {
    this.executors = executors;
    this.ids = ids;
    this.clock = clock;
  }

  /** Makes a queued turn the one that runs. */
  public OpenedTurn open(Tables tables, Attempt attempt, Turn turn) {
    var now = clock.instant();
    tables.turns().setStarted(turn.id(), now);
    tables.turns().setStatus(turn.id(), TurnStatus.ACTIVE);
    tables.line().leave(attempt.id());
    tables.attempts().setState(attempt.id(), new AttemptState.Running(), now);
    tables.attempts().setQueueHeld(attempt.id(), false, now);
    var session = session(tables, attempt, turn, now);
    tables.turns().setSession(turn.id(), session.id());
    // why here and not by the driver: the caller is told which program runs first
    var first = Chain.first(tables, turn);
    var process =
        first instanceof ChainStep.RunScript script
            ? recordScript(tables, turn, session.id(), script)
            : recordAgent(tables, attempt, turn, session);
    return new OpenedTurn(attempt.id(), turn.id(), session.id(), process, attempt.home());
  }

  private AgentSession session(Tables tables, Attempt attempt, Turn turn, Instant now) {
    var current = find(tables, turn);
    if (current.isPresent() && !opensSession(tables, attempt, turn)) {
      return current.get();
    }
    var copied =
        startsAfresh(tables, attempt, turn)
            ? Optional.<String>empty()
            : current.flatMap(AgentSession::agentSessionId);
    var session = new AgentSession(ids.get(), attempt.id(), attempt.executor(), copied, false, now);
    tables.sessions().insert(session);
    return session;
  }

  /** The conversation in which a turn takes place, or would if its variant opens no other. */
  static Optional<AgentSession> find(Tables tables, Turn turn) {
    return turn.sessionId()
        .flatMap(tables.sessions()::find)
        .or(() -> tables.sessions().findLatest(turn.attemptId()));
  }

  private boolean opensSession(Tables tables, Attempt attempt, Turn turn) {
    return startsAfresh(tables, attempt, turn) || is(TurnMode.FORK, attempt, turn);
  }

  private boolean startsAfresh(Tables tables, Attempt attempt, Turn turn) {
    return turn.retriedTurn().isPresent()
        || is(TurnMode.NO_CONTEXT, attempt, turn)
        || followsLost(tables, turn);
  }

  /** A conversation that cannot be taken up is followed by another one. */
  private static boolean followsLost(Tables tables, Turn turn) {
    var session = find(tables, turn);
    return session.filter(AgentSession::isLost).isPresent()
        || (session.filter(it -> it.agentSessionId().isEmpty()).isPresent()
            && tables
                .sessions()
                .findPrevious(turn.attemptId())
                .filter(AgentSession::isLost)
                .isPresent());
  }

  private boolean is(TurnMode mode, Attempt attempt, Turn turn) {
    return findVariant(attempt, turn).filter(variant -> variant.mode() == mode).isPresent();
  }

  /** Settings may have lost it since; then its program fails to start, and the turn with it. */
  private Optional<AgentVariant> findVariant(Attempt attempt, Turn turn) {
    return executors.findVariant(attempt.executor(), turn.variant().orElse(""));
  }

  UUID recordScript(Tables tables, Turn turn, UUID sessionId, ChainStep.RunScript script) {
    return record(
        tables,
        ProcessDetail.ofScript(
            process(turn, sessionId, script.reason(), Optional.of(script.repoId()))));
  }

  UUID recordAgent(Tables tables, Attempt attempt, Turn turn, AgentSession session) {
    var said = said(tables, attempt, turn);
    var detail =
        new ProcessDetail(
            process(turn, session.id(), ProcessReason.CODING_AGENT, Optional.empty()),
            Optional.of(promptText(tables, attempt, turn, said)),
            findVariant(attempt, turn).map(AgentVariant::name).or(turn::variant),
            startsAfresh(tables, attempt, turn) ? Optional.empty() : session.agentSessionId());
    var id = record(tables, detail);
    tables
        .sessions()
        .addMessages(
            session.id(),
            List.of(SessionMessage.of(SessionMessage.Role.USER, said, id, clock.instant())));
    return id;
  }

  /** What the user says, and said before when it failed before an agent could hear it. */
  private String said(Tables tables, Attempt attempt, Turn turn) {
    var unheard =
        startsAfresh(tables, attempt, turn) ? List.<Turn>of() : tables.turns().listUnheard(turn);
    return Stream.concat(unheard.stream(), Stream.of(turn))
        .map(Turn::promptText)
        .collect(Collectors.joining("\n\n"));
  }

  private static UUID record(Tables tables, ProcessDetail detail) {
    tables.processes().insert(detail);
    return detail.id();
  }

  private ExecutionProcess process(
      Turn turn, UUID sessionId, ProcessReason reason, Optional<UUID> repoId) {
    return new ExecutionProcess(
        ids.get(),
        turn.attemptId(),
        Optional.of(sessionId),
        Optional.of(turn.id()),
        repoId,
        reason,
        ProcessStatus.RUNNING,
        Optional.empty(),
        Optional.empty(),
        clock.instant(),
        Optional.empty());
  }

  /** The prompt; an agent that lost its conversation is told what was said in it. */
  private String promptText(Tables tables, Attempt attempt, Turn turn, String said) {
    if (!startsAfresh(tables, attempt, turn)) {
      return said;
    }
    if (turn.retriedTurn().isPresent()) {
      return is(TurnMode.NO_CONTEXT, attempt, turn)
          ? said
          : new EarlierConversation(tables)
              .before(attempt.id(), turn.retriedTurn().get())
              .map(
                  earlier ->
                      "The work was put back to an earlier point, and what was said after it does not count. Before it was said:\n\n%s\n\nGo on with this:\n\n%s"
                          .formatted(earlier, said))
              .orElse(said);
    }
    return findLost(tables, attempt, turn)
        .map(
            lost ->
                "An earlier conversation about this work was lost. Its last messages were:\n\n%s\n\nGo on with this:\n\n%s"
                    .formatted(lost, said))
        .orElse(said);
  }

  private static Optional<String> findLost(Tables tables, Attempt attempt, Turn turn) {
    var previous =
        turn.sessionId()
            .flatMap(tables.sessions()::find)
            .filter(AgentSession::isLost)
            .or(() -> tables.sessions().findPrevious(attempt.id()));
    return previous
        .filter(AgentSession::isLost)
        .flatMap(
            session ->
                EarlierConversation.text(
                    tables
                        .sessions()
                        .listMessages(
                            session.id(),
                            Tail.newest(PageLimit.items(REMEMBERED_MESSAGES)),
                            REMEMBERED_MESSAGES)
                        .reversed()));
  }
}
