package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.call.RequestKeys;
import dev.baton.orchestrator.call.RequestKeys.Fingerprint;
import dev.baton.orchestrator.call.RequestKeys.KeyedCall;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued.QueuedMessage;
import dev.baton.orchestrator.followup.FollowUp.FollowUpStarted;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.FollowUp.QueueCancelled;
import dev.baton.orchestrator.followup.FollowUp.TaskFollowUp;
import dev.baton.orchestrator.followup.StartedTurns.Recorded;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.start.TurnQueue;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.Utf8;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptStops;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Sends further messages to agents: at once, or when their turn is over. Thread safe. */
public final class FollowUps {
  private static final int PREVIEW_BYTES = 160;

  private final Store store;
  private final Node node;
  private final AgentExecutors executors;
  private final AgentRestraint restraint;
  private final Dispatcher dispatcher;
  private final Addressees addressees;
  private final StartedTurns started;
  private final TurnQueue turns;
  private final UrgentMessages urgent;

  public FollowUps(
      Store store,
      Node node,
      AgentExecutors executors,
      Dispatcher dispatcher,
      AttemptStops stops,
      AttemptWorkspaces workspaces,
      RequestKeys keys,
      TurnQueue turns) {
    this.store = store;
    this.node = node;
    this.executors = executors;
    this.restraint = new AgentRestraint(executors);
    this.dispatcher = dispatcher;
    this.addressees = new Addressees(node, executors, workspaces);
    this.started = new StartedTurns(store, dispatcher, keys);
    this.turns = turns;
    this.urgent =
        new UrgentMessages(store, addressees, restraint, dispatcher, stops, keys, started, turns);
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
            variant ->
                Fingerprint.of(followUp.taskId(), followUp.promptText(), variant)
                    .and(followUp.choice())
                    .and(followUp.images())
                    .and(followUp.files())
                    .andForce(followUp.overBudget()));
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
                    action, target.attemptId(), target.sessionId(), followUp.promptText(), variant)
                .and(followUp.choice())
                .and(followUp.images())
                .and(followUp.files())
                .andForce(followUp.overBudget()));
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
    CallSubject.task(tables, followUp.taskId());
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
    return new FollowUp(
        FollowUpTarget.attempt(attempt),
        followUp.promptText(),
        followUp.variant(),
        followUp.choice(),
        followUp.images(),
        followUp.files(),
        followUp.overBudget());
  }

  private FollowUpStarted send(KeyedCall call, Function<Tables, FollowUp> followUp) {
    return started.once(
        call,
        FollowUpStarted.class,
        FollowUpStarted::attemptId,
        tables -> send(tables, call, followUp.apply(tables)));
  }

  private Recorded<FollowUpStarted> send(Tables tables, KeyedCall call, FollowUp followUp) {
    var attempt = addressees.find(tables, followUp).attempt();
    restraint.check(tables, call.caller(), attempt, followUp);
    refuseIf(attempt.isRunning(), attempt, "is running");
    // why before the line: what waits there may do so for the same money
    if (!followUp.overBudget()) {
      dispatcher.budgets().check(tables, attempt.taskId());
    }
    refuseIf(
        !followUp.overBudget() && attempt.state() instanceof AttemptState.InLine,
        attempt,
        "waits in line with a message");
    var opened =
        dispatcher.openTurn(
            tables,
            attempt,
            turns.putFirst(tables, add(tables, attempt, followUp, turns.now())),
            "Call follow_up with action queue: the message then waits in line");
    var answer = new FollowUpStarted(opened.sessionId(), attempt.id(), opened.processId());
    return new Recorded<>(answer, attempt.id(), List.of(opened));
  }

  public FollowUpQueued queue(Caller caller, FollowUp followUp) {
    return queue(call(caller, "queue", followUp), turns.now(), _ -> followUp, _ -> {});
  }

  /**
   * Queues a message that is made when it is recorded, in the same transaction.
   *
   * @param at when what is in it was marked as sent
   * @param takeBack undoes what the making did, if nothing comes of the message
   */
  FollowUpQueued queue(
      KeyedCall call, Instant at, Function<Tables, FollowUp> followUp, Consumer<Tables> takeBack) {
    return started.once(
        call,
        FollowUpQueued.class,
        FollowUpQueued::attemptId,
        tables -> queue(tables, call, followUp.apply(tables), at),
        takeBack);
  }

  private Recorded<FollowUpQueued> queue(
      Tables tables, KeyedCall call, FollowUp followUp, Instant at) {
    var addressee = addressees.find(tables, followUp);
    restraint.check(tables, call.caller(), addressee.attempt(), followUp);
    var attempt = addressee.attempt();
    var turn = add(tables, attempt, followUp, at);
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
          CallSubject.attempt(tables, attemptId);
          return tables.turns().listQueued(attemptId).stream()
              .filter(turn -> turn.index() > 0)
              .map(FollowUps::message)
              .toList();
        });
  }

  public QueueCancelled cancel(FollowUpTarget target) {
    return store.write(
        tables -> {
          var addressee = addressees.find(tables, target);
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
   * @param tool the tool that was called
   * @param record what else is noted in the same transaction, or refuses
   */
  public FollowUpStarted begin(
      String tool, UUID attemptId, TurnPrompt prompt, Consumer<Tables> record) {
    return begin(tool, attemptId, prompt, List.of(), record);
  }

  /** The same, showing files that are kept with it. */
  FollowUpStarted begin(
      String tool,
      UUID attemptId,
      TurnPrompt prompt,
      List<NewImage> files,
      Consumer<Tables> record) {
    return started.await(
        tool,
        () -> {},
        store.write(
            tables -> {
              tables.lock("attempt " + attemptId);
              var attempt = CallSubject.attemptOf(node, tables, attemptId);
              CallSubject.refuseUnlessAtRest(attempt);
              executors.requireAvailable(attempt);
              executors.variant(attempt.executor(), prompt.variant().orElse(""));
              executors.check(attempt.executor(), prompt.choice());
              if (!prompt.overBudget()) {
                dispatcher.budgets().check(tables, attempt.taskId());
              }
              record.accept(tables);
              var shown =
                  prompt.showing(
                      Stream.concat(
                              prompt.images().stream(),
                              keep(tables, attempt, prompt.images(), files).stream())
                          .toList());
              var turn = turns.putFirst(tables, turns.add(tables, attemptId, shown));
              if (prompt.overBudget()) {
                tables.costs().permitTurn(turn.id());
              }
              var opened =
                  dispatcher.openTurn(
                      tables, attempt, turn, "Repeat the call when that has changed");
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
          var addressee = addressees.find(tables, target);
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
    return urgent.send(caller, target, queuedId, false);
  }

  /** The same, although a budget is used up. */
  public FollowUpQueued sendQueuedOverBudget(Caller caller, FollowUpTarget target, UUID queuedId) {
    return urgent.send(caller, target, queuedId, true);
  }

  /** Files of a message are kept with it, so that none is left if it is refused. */
  private Turn add(Tables tables, Attempt attempt, FollowUp followUp, Instant at) {
    var kept = keep(tables, attempt, followUp.images(), followUp.files());
    var turn = turns.add(tables, attempt.id(), followUp.prompt(kept), at);
    if (followUp.overBudget()) {
      dispatcher.budgets().permit(tables, attempt.taskId(), turn);
    }
    return turn;
  }

  private List<UUID> keep(Tables tables, Attempt attempt, List<UUID> images, List<NewImage> files) {
    if (images.size() + files.size() > Image.MOST) {
      throw NewImage.tooMany("A message").at("/images");
    }
    var kept = new ArrayList<UUID>();
    for (var file : files) {
      var image =
          file.kept(
                  turns.ids().get(), attempt.taskId(), Image.Place.MESSAGE, turns.clock().instant())
              .ofAttempt(attempt.id());
      tables.images().insert(image, file.content());
      kept.add(image.id());
    }
    return kept;
  }

  static List<QueuedMessage> messages(Tables tables, UUID attemptId) {
    return tables.turns().listQueued(attemptId).stream().map(FollowUps::message).toList();
  }

  private static void refuseIf(boolean isBusy, Attempt attempt, String why) {
    if (isBusy) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Attempt %s %s".formatted(attempt.id(), why),
          "Call follow_up with action queue to have the message sent when the agent is done, or"
              + " stop_attempt first",
          Map.of("attempt_id", attempt.id()));
    }
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
