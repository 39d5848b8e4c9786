package dev.baton.orchestrator.start;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.call.RequestKeys;
import dev.baton.orchestrator.call.RequestKeys.Fingerprint;
import dev.baton.orchestrator.call.RequestKeys.KeyedCall;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.fleet.NodeRequirements;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.planning.Blockers;
import dev.baton.orchestrator.start.AttemptPlans.Plan;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts attempts: recorded first, then made; a failure leaves nothing behind. The program is
 * started on another thread while the caller waits; the package comment of {@code turn} lists the
 * threads. Thread safe.
 */
public final class AttemptStarts {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptStarts.class);
  private static final String TOOL = "start_task_attempt";

  /**
   * An attempt to start.
   *
   * @param repos may be empty if the project has one repository
   * @param promptText replaces title and description of the task
   * @param force if it begins although it waits for other tasks
   * @param choice the model and effort that are asked for
   * @param node where it shall run; empty for wherever it can
   * @param overBudget if it begins although what may be spent is spent
   */
  public record NewAttempt(
      UUID taskId,
      String executor,
      Optional<String> variant,
      List<Target> repos,
      Optional<String> promptText,
      boolean force,
      ModelChoice choice,
      Optional<String> node,
      boolean overBudget) {
    public NewAttempt {
      repos = List.copyOf(repos);
    }

    /** One that runs wherever it can. */
    public NewAttempt(
        UUID taskId,
        String executor,
        Optional<String> variant,
        List<Target> repos,
        Optional<String> promptText,
        boolean force,
        ModelChoice choice) {
      this(taskId, executor, variant, repos, promptText, force, choice, Optional.empty(), false);
    }

    /** One that begins only if its task waits for nothing. */
    public NewAttempt(
        UUID taskId,
        String executor,
        Optional<String> variant,
        List<Target> repos,
        Optional<String> promptText) {
      this(taskId, executor, variant, repos, promptText, false, ModelChoice.NONE);
    }

    /** A repository, and the branch that the attempt begins from and is merged into. */
    public record Target(UUID repoId, String targetBranch) {}
  }

  /**
   * An attempt whose first process runs, or that waits in line and then has neither session nor
   * process.
   */
  public record StartedAttempt(
      UUID taskId,
      UUID attemptId,
      String workspaceBranch,
      Optional<UUID> sessionId,
      Optional<UUID> executionProcessId,
      AttemptState.Name state,
      Optional<Waiting> waiting) {}

  /** Why an attempt is started: what must hold, and what becomes of it. */
  interface Occasion {
    /** Whether there is reason to, in the transaction that records the attempt; may refuse. */
    boolean isDue(Tables tables);

    /** The attempt is recorded. */
    void begun(Tables tables, UUID attemptId);

    /** The attempt could not be started; nothing of it is left. */
    void failed(Tables tables, ToolFailure failure);
  }

  /** Somebody asks for it; the server then need not start the task by itself any more. */
  private static final class ByHand implements Occasion {
    private final NewAttempt request;
    private final Budgets budgets;
    private Optional<AutoStart> requirements = Optional.empty();

    ByHand(NewAttempt request, Budgets budgets) {
      this.request = request;
      this.budgets = budgets;
    }

    @Override
    public boolean isDue(Tables tables) {
      var task = CallSubject.task(tables, request.taskId());
      if (task.archivedAt().isPresent()) {
        throw ToolFailure.invalid(
            "/task_id",
            "Task #%d '%s' is archived, and nobody would see the work"
                .formatted(task.number(), task.title()),
            "Call archive_task with archived false to put it back on the board, then repeat the"
                + " call");
      }
      var project = CallSubject.project(tables, task.projectId());
      if (project.archivedAt().isPresent()) {
        throw ToolFailure.invalid(
            "/task_id",
            "Project '%s' of task #%d is archived, and nobody would see the work"
                .formatted(project.name(), task.number()),
            "Call archive_project with archived false to put it back, then repeat the call");
      }
      if (!request.force()) {
        new Blockers(tables).refuseBlocked(task);
      }
      if (!request.overBudget()) {
        budgets.check(tables, request.taskId());
      }
      return true;
    }

    @Override
    public void begun(Tables tables, UUID attemptId) {
      requirements = tables.autoStarts().findOfTask(request.taskId());
      tables.autoStarts().deleteOfTask(request.taskId());
    }

    @Override
    public void failed(Tables tables, ToolFailure failure) {
      requirements
          .filter(_ -> tables.boardTasks().find(request.taskId()).isPresent())
          .ifPresent(it -> tables.autoStarts().setOfTask(request.taskId(), it));
    }
  }

  /** An attempt that was recorded, and the turns that this opened. */
  private record Recorded(StartedAttempt answer, List<OpenedTurn> opened, boolean isNew) {}

  private final Store store;
  private final AgentExecutors executors;
  private final AttemptPlans plans;
  private final AttemptWorkspaces workspaces;
  private final Dispatcher dispatcher;
  private final ProgramDirectories directories;
  private final RequestKeys keys;
  private final TurnQueue turns;
  private final TurnStarts started;

  public AttemptStarts(
      Store store,
      AgentExecutors executors,
      AttemptPlans plans,
      AttemptWorkspaces workspaces,
      Dispatcher dispatcher,
      ProgramDirectories directories,
      RequestKeys keys,
      TurnQueue turns) {
    this.store = store;
    this.executors = executors;
    this.plans = plans;
    this.workspaces = workspaces;
    this.dispatcher = dispatcher;
    this.directories = directories;
    this.keys = keys;
    this.turns = turns;
    started = new TurnStarts(dispatcher);
  }

  /** Returns when the first process runs, or the attempt waits in line. */
  public StartedAttempt start(Caller caller, NewAttempt request) {
    request.promptText().ifPresent(RequiredText::prompt);
    var call =
        new KeyedCall(
            caller,
            TOOL,
            fingerprint(request, request.repos()),
            plans.defaults(request).stream().map(repos -> fingerprint(request, repos)).toList());
    return keys.alone(
        call, () -> start(call, request, new ByHand(request, dispatcher.budgets())).orElseThrow());
  }

  /** The other node that has to start attempts at a task, because it has their repositories. */
  public Optional<String> findElsewhere(UUID taskId) {
    return plans.findElsewhere(taskId);
  }

  /** Starts an attempt that nobody asks for now; empty if there is no reason for it any more. */
  Optional<StartedAttempt> start(NewAttempt request, Occasion occasion) {
    var call = new KeyedCall(Caller.of(TaskOwner.LOCAL), TOOL, fingerprint(request, List.of()));
    return start(call, request, occasion);
  }

  private Fingerprint fingerprint(NewAttempt request, List<NewAttempt.Target> repos) {
    var variant =
        request
            .variant()
            .or(
                () ->
                    executors
                        .catalogue()
                        .find(request.executor())
                        .map(executor -> executor.defaultVariant().name()));
    // why: a key from before there was force or node still means the same call
    var parts =
        new ArrayList<Object>(
            Arrays.asList(
                request.taskId(), request.executor(), variant, repos, request.promptText()));
    if (request.force()) {
      parts.add("force");
    }
    request.node().ifPresent(name -> parts.add("node " + name));
    return Fingerprint.of(parts.toArray()).and(request.choice());
  }

  private Optional<StartedAttempt> start(KeyedCall call, NewAttempt request, Occasion occasion) {
    var earlier = store.write(tables -> keys.recall(tables, call, StartedAttempt.class));
    if (earlier.isPresent()) {
      return earlier;
    }
    var plan = plans.plan(request);
    dispatcher.nodes().requireTaker(requirements(request, plan));
    return store
        .write(tables -> record(tables, call, request, plan, occasion))
        .map(recorded -> recorded.isNew() ? await(recorded, occasion) : recorded.answer());
  }

  private NodeRequirements requirements(NewAttempt request, Plan plan) {
    return new NodeRequirements(
        Optional.empty(),
        request.node(),
        request.executor(),
        request.variant(),
        store.read(tables -> tables.nodes().listLabels(plan.task().projectId())),
        plan.sources(),
        request.choice());
  }

  private Optional<Recorded> record(
      Tables tables, KeyedCall call, NewAttempt request, Plan plan, Occasion occasion) {
    var earlier = keys.recall(tables, call, StartedAttempt.class);
    if (earlier.isPresent()) {
      return Optional.of(new Recorded(earlier.get(), List.of(), false));
    }
    tables.boardTasks().lock(plan.task().id());
    CallSubject.task(tables, plan.task().id());
    if (!occasion.isDue(tables)) {
      return Optional.empty();
    }
    var attempt = plan.attempt();
    tables.attempts().insert(attempt, plan.repos());
    occasion.begun(tables, attempt.id());
    var turn =
        turns.add(
            tables,
            attempt.id(),
            new TurnPrompt(request.promptText().orElse(plan.task().promptText()), request.variant())
                .with(request.choice())
                .showing(
                    tables.images().listOfTask(plan.task().id()).stream().map(Image::id).toList()));
    if (request.overBudget()) {
      tables.costs().permitTurn(turn.id());
    } else {
      dispatcher.budgets().reserve(tables, plan.task().id(), turn);
    }
    request.node().ifPresent(name -> tables.nodes().setWanted(attempt.id(), name));
    var opened = dispatcher.join(tables, attempt.id());
    var answer = answer(tables, attempt, opened);
    keys.remember(tables, call, answer);
    call.key().ifPresent(key -> tables.requests().setAttempt(key, attempt.id()));
    return Optional.of(new Recorded(answer, opened, true));
  }

  private StartedAttempt answer(Tables tables, Attempt attempt, List<OpenedTurn> opened) {
    var now = tables.attempts().find(attempt.id()).orElseThrow();
    var ours = opened.stream().filter(turn -> turn.attemptId().equals(attempt.id())).findFirst();
    return new StartedAttempt(
        attempt.taskId(),
        attempt.id(),
        attempt.branch(),
        ours.map(OpenedTurn::sessionId),
        ours.map(OpenedTurn::processId),
        now.state().name(),
        dispatcher.waiting(tables, now));
  }

  private StartedAttempt await(Recorded recorded, Occasion occasion) {
    var attemptId = recorded.answer().attemptId();
    started.await(
        TOOL, attemptId, recorded.opened(), failure -> undo(attemptId, occasion, failure));
    return recorded.answer();
  }

  /** Nobody has heard of the attempt, so it goes without a trace. */
  private void undo(UUID attemptId, Occasion occasion, ToolFailure failure) {
    store
        .read(tables -> tables.attempts().find(attemptId))
        .ifPresent(
            attempt -> {
              var kept = workspaces.remove(attempt);
              if (!kept.isEmpty()) {
                LOG.info("Attempt {} was not started, but its work is kept: {}", attemptId, kept);
              }
              deleteOutput(attemptId);
              store.write(
                  tables -> {
                    tables.boardTasks().lock(attempt.taskId());
                    tables.attempts().delete(attemptId);
                    occasion.failed(tables, failure);
                    return attemptId;
                  });
            });
  }

  private void deleteOutput(UUID attemptId) {
    try {
      directories.delete(attemptId);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
