package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.FollowUp.FollowUpQueued.QueuedMessage;
import dev.baton.orchestrator.FollowUp.FollowUpStarted;
import dev.baton.orchestrator.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.FollowUp.QueueCancelled;
import dev.baton.orchestrator.FollowUp.TaskFollowUp;
import dev.baton.orchestrator.RequestKeys.Fingerprint;
import dev.baton.orchestrator.RequestKeys.KeyedCall;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.Utf8;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.OpenedTurn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Talks on with agents: at once, or when they have time. Thread safe. */
public final class FollowUps {
  private static final int PREVIEW_BYTES = 160;

  /** Whom a message goes to. */
  private record Addressee(Attempt attempt, AgentSession session) {}

  /** An answer, and the turns that have to be started before it is given. */
  private record Recorded<T>(T answer, UUID attemptId, List<OpenedTurn> opened) {}

  private final Store store;
  private final Node node;
  private final AgentExecutors executors;
  private final AgentRestraint restraint;
  private final Dispatcher dispatcher;
  private final AttemptWorkspaces workspaces;
  private final RequestKeys keys;
  private final TurnQueue turns;

  /** Messages that are being sent before their time. */
  private final Set<UUID> hurried = ConcurrentHashMap.newKeySet();

  FollowUps(
      Store store,
      Node node,
      AgentExecutors executors,
      Dispatcher dispatcher,
      AttemptWorkspaces workspaces,
      RequestKeys keys,
      TurnQueue turns) {
    this.store = store;
    this.node = node;
    this.executors = executors;
    this.restraint = new AgentRestraint(executors);
    this.dispatcher = dispatcher;
    this.workspaces = workspaces;
    this.keys = keys;
    this.turns = turns;
  }

  /** Returns when the agent runs; refused while something runs. */
  public FollowUpStarted send(Caller caller, FollowUp followUp) {
    return send(call(caller, "send", followUp), _ -> followUp);
  }

  /** The same, to the newest attempt of a task. */
  public FollowUpStarted send(Caller caller, TaskFollowUp followUp) {
    var call =
        call(
            caller,
            "send_follow_up",
            followUp.variant().orElse(""),
            tables -> tables.attempts().findLatest(followUp.taskId()),
            variant -> Fingerprint.of(followUp.taskId(), followUp.promptText(), variant));
    return send(call, tables -> toLatest(tables, followUp));
  }

  private KeyedCall call(Caller caller, String action, FollowUp followUp) {
    var target = followUp.target();
    return call(
        caller,
        "follow_up",
        followUp.variant().orElse(""),
        tables ->
            target
                .attemptId()
                .or(
                    () ->
                        target
                            .sessionId()
                            .flatMap(tables.sessions()::find)
                            .map(AgentSession::attemptId)),
        variant ->
            Fingerprint.of(
                action, target.attemptId(), target.sessionId(), followUp.promptText(), variant));
  }

  /**
   * The default variant, named or not, is the same request.
   *
   * @param variant the empty text stands for the default
   */
  private KeyedCall call(
      Caller caller,
      String tool,
      String variant,
      Function<Tables, Optional<UUID>> attemptId,
      Function<String, Fingerprint> fingerprint) {
    var usual = caller.requestId().flatMap(_ -> usualVariant(attemptId));
    var alike = variant.isEmpty() ? usual : usual.filter(variant::equals).map(_ -> "");
    return new KeyedCall(
        caller, tool, fingerprint.apply(variant), alike.map(fingerprint).stream().toList());
  }

  private Optional<String> usualVariant(Function<Tables, Optional<UUID>> attemptId) {
    return store
        .read(tables -> attemptId.apply(tables).flatMap(tables.attempts()::find))
        .flatMap(attempt -> executors.catalogue().find(attempt.executor()))
        .map(executor -> executor.defaultVariant().name());
  }

  private static FollowUp toLatest(Tables tables, TaskFollowUp followUp) {
    Known.task(tables, followUp.taskId());
    var attempt =
        tables
            .attempts()
            .findLatest(followUp.taskId())
            .orElseThrow(
                () ->
                    new ToolFailure(
                        FailureCode.NOT_FOUND,
                        "Task %s has no attempt to follow up".formatted(followUp.taskId()),
                        "Call start_task_attempt with this task_id first"));
    return new FollowUp(FollowUpTarget.attempt(attempt), followUp.promptText(), followUp.variant());
  }

  private FollowUpStarted send(KeyedCall call, Function<Tables, FollowUp> followUp) {
    return once(
        call,
        FollowUpStarted.class,
        FollowUpStarted::attemptId,
        tables -> send(tables, call, followUp.apply(tables)));
  }

  /**
   * Answers as before if the call was made before; else records it, and starts what that opened.
   */
  private <T> T once(
      KeyedCall call,
      Class<T> type,
      Function<T, UUID> attemptId,
      Function<Tables, Recorded<T>> work) {
    return keys.alone(
        call,
        () ->
            await(
                call,
                store.write(
                    tables ->
                        keys.recall(tables, call, type)
                            .map(
                                answer ->
                                    new Recorded<>(answer, attemptId.apply(answer), List.of()))
                            .orElseGet(() -> remembered(tables, call, work.apply(tables))))));
  }

  private <T> Recorded<T> remembered(Tables tables, KeyedCall call, Recorded<T> recorded) {
    keys.remember(tables, call, recorded.answer());
    return recorded;
  }

  private Recorded<FollowUpStarted> send(Tables tables, KeyedCall call, FollowUp followUp) {
    var addressee = addressee(tables, followUp);
    restraint.check(tables, call.caller(), addressee.attempt(), followUp);
    refuseBusy(addressee.attempt());
    var attempt = addressee.attempt();
    var turn = turns.add(tables, attempt.id(), followUp.prompt());
    var opened =
        dispatcher
            .openTurn(tables, attempt, turn)
            .orElseThrow(
                () ->
                    new ToolFailure(
                        BoardFailureCode.ATTEMPT_BUSY,
                        "As many attempts run as may run at a time",
                        "Call follow_up with action queue: the message then waits in line"));
    var answer = new FollowUpStarted(opened.sessionId(), attempt.id(), opened.processId());
    return new Recorded<>(answer, attempt.id(), List.of(opened));
  }

  public FollowUpQueued queue(Caller caller, FollowUp followUp) {
    var call = call(caller, "queue", followUp);
    return once(
        call,
        FollowUpQueued.class,
        FollowUpQueued::attemptId,
        tables -> queue(tables, call, followUp));
  }

  private Recorded<FollowUpQueued> queue(Tables tables, KeyedCall call, FollowUp followUp) {
    var addressee = addressee(tables, followUp);
    restraint.check(tables, call.caller(), addressee.attempt(), followUp);
    var attempt = addressee.attempt();
    var turn = turns.add(tables, attempt.id(), followUp.prompt());
    var opened =
        attempt.isRunning() ? List.<OpenedTurn>of() : dispatcher.join(tables, attempt.id());
    var ours = opened.stream().filter(begun -> begun.attemptId().equals(attempt.id())).findFirst();
    var queue = tables.turns().listQueued(attempt.id());
    // why: what was begun may be the head of a held queue, in another session
    var isBegun = queue.stream().map(Turn::id).noneMatch(turn.id()::equals);
    var answer =
        new FollowUpQueued(
            ours.filter(_ -> isBegun).map(OpenedTurn::sessionId).orElse(addressee.session().id()),
            attempt.id(),
            ours.map(OpenedTurn::processId),
            queue.stream().map(FollowUps::message).toList());
    return new Recorded<>(answer, attempt.id(), opened);
  }

  /** What waits for its turn, first in line first; the first prompt of all is no message. */
  public List<QueuedMessage> listQueued(UUID attemptId) {
    return store.read(
        tables -> {
          Known.attempt(tables, attemptId);
          return tables.turns().listQueued(attemptId).stream()
              .filter(turn -> turn.index() > 0)
              .map(FollowUps::message)
              .toList();
        });
  }

  public QueueCancelled cancel(FollowUpTarget target) {
    return store.write(
        tables -> {
          var addressee = addressee(tables, target);
          var attempt = addressee.attempt();
          return new QueueCancelled(
              addressee.session().id(),
              attempt.id(),
              turns.cancel(tables, attempt.id()),
              List.of());
        });
  }

  /**
   * Begins a turn of an attempt at rest that is no message of a user; returns when its program
   * runs.
   *
   * @param record what else is noted in the same transaction, or refuses
   */
  FollowUpStarted begin(UUID attemptId, TurnPrompt prompt, Consumer<Tables> record) {
    return await(
        () -> {},
        store.write(
            tables -> {
              tables.lock("attempt " + attemptId);
              var attempt = Known.attemptOf(node, tables, attemptId);
              Known.refuseUnlessAtRest(attempt);
              executors.loadAvailable(attempt.executor());
              executors.variant(attempt.executor(), prompt.variant().orElse(""));
              record.accept(tables);
              var opened =
                  dispatcher
                      .openTurn(tables, attempt, turns.add(tables, attemptId, prompt))
                      .orElseThrow(
                          () ->
                              new ToolFailure(
                                  BoardFailureCode.ATTEMPT_BUSY,
                                  "As many attempts run as may run at a time",
                                  "Repeat the call when one of them is done"));
              return new Recorded<>(
                  new FollowUpStarted(opened.sessionId(), attemptId, opened.processId()),
                  attemptId,
                  List.of(opened));
            }));
  }

  /** Drops one message. */
  public QueueCancelled cancel(FollowUpTarget target, UUID queuedId) {
    return store.write(
        tables -> {
          var addressee = addressee(tables, target);
          var attempt = addressee.attempt();
          turns.cancel(tables, turns.load(tables, attempt.id(), queuedId));
          return new QueueCancelled(
              addressee.session().id(), attempt.id(), 1, messages(tables, attempt.id()));
        });
  }

  /**
   * Sends a message that waits before all others, and stops the turn under way for it. If there is
   * no room then, it waits in line, and the answer names no process.
   */
  public FollowUpQueued sendQueued(Caller caller, FollowUpTarget target, UUID queuedId) {
    var call =
        new KeyedCall(
            caller,
            "follow_up",
            Fingerprint.of("send", target.attemptId(), target.sessionId(), queuedId));
    if (!hurried.add(queuedId)) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Message %s is being sent".formatted(queuedId),
          "Call get_attempt_status for how far it is");
    }
    try {
      if (store.write(tables -> keys.recall(tables, call, FollowUpQueued.class)).isEmpty()) {
        makeRoom(caller, target, queuedId);
      }
      return once(
          call,
          FollowUpQueued.class,
          FollowUpQueued::attemptId,
          tables -> begin(tables, target, queuedId));
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "follow_up", "get_attempt_status for the attempt");
    } finally {
      hurried.remove(queuedId);
    }
  }

  /** Puts the message first, so that it is next whatever happens, and ends what is before it. */
  private void makeRoom(Caller caller, FollowUpTarget target, UUID queuedId)
      throws InterruptedException {
    var attempt =
        store.write(
            tables -> {
              var attemptId = addressee(tables, target).attempt().id();
              var turn = turns.load(tables, attemptId, queuedId);
              var followUp = new FollowUp(target, turn.promptText(), turn.variant());
              var addressee = addressee(tables, followUp);
              restraint.check(tables, caller, addressee.attempt(), followUp);
              tables.turns().putFirst(turn);
              if (addressee.attempt().isRunning()) {
                // why: a turn that ends by itself must not begin what the stop would then end
                turns.hold(tables, attemptId);
              }
              return addressee.attempt();
            });
    if (attempt.isRunning()) {
      var report = dispatcher.stop(attempt.id(), false);
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
    var addressee = addressee(tables, target);
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
            messages(tables, attempt.id()));
    return new Recorded<>(answer, attempt.id(), opened);
  }

  private static List<QueuedMessage> messages(Tables tables, UUID attemptId) {
    return tables.turns().listQueued(attemptId).stream().map(FollowUps::message).toList();
  }

  private <T> T await(KeyedCall call, Recorded<T> recorded) {
    return await(() -> store.write(tables -> keys.forget(tables, call)), recorded);
  }

  /**
   * Waits until the first program of the turn runs.
   *
   * @param neverStarted what to do if it will not start later either
   */
  private <T> T await(Runnable neverStarted, Recorded<T> recorded) {
    try {
      var failure = dispatcher.start(recorded.opened(), recorded.attemptId());
      if (failure.isPresent()) {
        if (!failure.get().startsLater()) {
          neverStarted.run();
        }
        throw CallFailures.ofStart(failure.get().reason());
      }
      return recorded.answer();
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "follow_up", "get_attempt_status for " + recorded.attemptId());
    }
  }

  private Addressee addressee(Tables tables, FollowUp followUp) {
    RequiredText.prompt(followUp.promptText());
    var addressee = addressee(tables, followUp.target());
    node.refuseForeign(tables, addressee.attempt());
    executors.loadAvailable(addressee.attempt().executor());
    executors.variant(addressee.attempt().executor(), followUp.variant().orElse(""));
    if (addressee.session().isLost() && followUp.variant().isEmpty()) {
      throw new ToolFailure(
          BoardFailureCode.SESSION_LOST,
          "The agent no longer knows session %s".formatted(addressee.session().id()),
          "Call follow_up again with variant NO_CONTEXT: it starts a new conversation in the same"
              + " workspace, with a summary of the old one",
          Map.of("session_id", addressee.session().id()));
    }
    return addressee;
  }

  private Addressee addressee(Tables tables, FollowUpTarget target) {
    var session = target.sessionId().map(id -> loadSession(tables, id));
    var attemptId = session.map(AgentSession::attemptId).or(target::attemptId).orElseThrow();
    tables.lock("attempt " + attemptId);
    var attempt = Known.attempt(tables, attemptId);
    workspaces.refuseIfHeld(attemptId);
    return new Addressee(attempt, session.orElseGet(() -> latestSession(tables, attempt)));
  }

  private static AgentSession loadSession(Tables tables, UUID id) {
    return tables.sessions().find(id).orElseThrow(NotFound.session(id));
  }

  static AgentSession latestSession(Tables tables, Attempt attempt) {
    return tables.sessions().findLatest(attempt.id()).orElseThrow(() -> Known.notBegun(attempt));
  }

  private static void refuseBusy(Attempt attempt) {
    switch (attempt.state()) {
      case AttemptState.Running _ -> throw busy(attempt, "is running");
      case AttemptState.InLine _ -> throw busy(attempt, "waits in line with a message");
      case AttemptState.AtRest _ -> {}
    }
  }

  private static ToolFailure busy(Attempt attempt, String why) {
    return new ToolFailure(
        BoardFailureCode.ATTEMPT_BUSY,
        "Attempt %s %s".formatted(attempt.id(), why),
        "Call follow_up with action queue to have the message sent when the agent is done, or"
            + " stop_attempt first",
        Map.of("attempt_id", attempt.id()));
  }

  private static QueuedMessage message(Turn turn) {
    return new QueuedMessage(turn.id(), preview(turn.promptText()), turn.queuedAt());
  }

  /** How a prompt begins. */
  static String preview(String promptText) {
    var text = promptText.strip();
    var preview = Utf8.cut(text, PREVIEW_BYTES);
    return preview.length() < text.length() ? preview + "…" : preview;
  }
}
