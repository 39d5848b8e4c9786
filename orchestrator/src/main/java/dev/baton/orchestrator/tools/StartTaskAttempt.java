package dev.baton.orchestrator.tools;

import dev.baton.database.StorageException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.start.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.tools.AttemptStatusView.WaitingView;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

final class StartTaskAttempt {
  record Request(
      @Description(FieldText.TASK_ID) UUID taskId,
      @Description("Executor from list_executors, exactly as written there") String executor,
      @Description(FieldText.VARIANT) Optional<String> variant,
      @Description(FieldText.MODEL) Optional<String> model,
      @Description(FieldText.EFFORT) Optional<String> effort,
      @Description("Repos to work on; leave out if the project has one") Optional<List<Repo>> repos,
      @Description(
              "What the agent is told instead of title and description, at most 1000000 characters")
          Optional<String> prompt,
      @Description("True passes open blockers; a person's also a budget") Optional<Boolean> force,
      @Description("Node to run on; default any that can") Optional<String> node,
      @Description(FieldText.REQUEST_ID) Optional<String> requestId) {
    NewAttempt toNewAttempt(boolean isPerson) {
      return new NewAttempt(
          taskId,
          executor,
          variant,
          repos.orElse(List.of()).stream()
              .map(repo -> new NewAttempt.Target(repo.repoId(), repo.targetBranch()))
              .toList(),
          prompt,
          force.orElse(false),
          new ModelChoice(model, effort),
          node,
          isPerson && force.orElse(false));
    }
  }

  record Repo(
      @Description("Repo, UUID from list_repos") UUID repoId,
      @Description("Branch to begin from and to merge into later") String targetBranch) {}

  record Response(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description(FieldText.BRANCH) String workspaceBranch,
      @Description("The session; null in line") Optional<UUID> sessionId,
      @Description("First process; null in line") Optional<UUID> executionProcessId,
      @Description(FieldText.STATE) AttemptState.Name state,
      @OmitWhenEmpty @Description("Place in line, if it waits") Optional<WaitingView> waiting) {
    static Response of(StartedAttempt started) {
      return new Response(
          started.taskId(),
          started.attemptId(),
          started.workspaceBranch(),
          started.sessionId(),
          started.executionProcessId(),
          started.state(),
          started.waiting().map(WaitingView::of));
    }
  }

  private StartTaskAttempt() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return tool(orchestrator, false);
  }

  /** The same for people, whose force also passes a budget. */
  static Tool<Request, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return tool(orchestrator, true);
  }

  private static Tool<Request, Response> tool(
      Supplier<Orchestrator> orchestrator, boolean isPerson) {
    return TaskNaming.in(
            BatonTool.named("start_task_attempt", Request.class, Response.class), orchestrator)
        .title("Start attempt")
        .description(
            """
            Starts a coding agent on a task, in git worktrees and on a branch of its own. Answers
            when the agent runs, not when it is done; as an MCP task it ends when the run ends, and
            cancelling that task leaves the agent running.
            Use when: a task is to be worked on, or tried again.
            Required: task_id, executor.
            Optional: variant, model, effort, repos (required if the project has several), prompt,
            force, node, request_id.
            Next: get_attempt_status with wait_ms until state is completed or failed; then
            get_attempt_changes.
            Avoid: a new attempt to correct an old one; follow_up goes on in the same workspace.\
            """)
        .annotations(Hints.RUNS_AGENT)
        .taskSupport(TaskSupport.WHERE_POSSIBLE)
        .restartable()
        .handler(
            new OperationHandler<>(
                orchestrator,
                (it, request, context) ->
                    handle(it, request.toNewAttempt(isPerson), request.requestId(), context)));
  }

  private static Response handle(
      Orchestrator orchestrator,
      NewAttempt request,
      Optional<String> requestId,
      RequestContext context)
      throws Exception {
    if (context.task().id().isEmpty()) {
      return Response.of(start(orchestrator, request, requestId, context));
    }
    try {
      return atTheEnd(orchestrator, start(orchestrator, request, requestId, context), context);
    } catch (ToolFailure | StorageException | GitException failure) {
      if (Thread.currentThread().isInterrupted()) {
        // why: a server that stops must not write this down as the outcome; the next one goes on
        throw new InterruptedException(failure.getMessage());
      }
      throw failure;
    }
  }

  private static StartedAttempt start(
      Orchestrator orchestrator,
      NewAttempt request,
      Optional<String> requestId,
      RequestContext context) {
    // why: a task that is taken up again after a crash must find its attempt, not start another
    var key = requestId.or(() -> context.task().id().map(task -> "task:" + task.value()));
    return orchestrator.attemptStarts().start(new Caller(context.owner(), key), request);
  }

  private static Response atTheEnd(
      Orchestrator orchestrator, StartedAttempt started, RequestContext context) throws Exception {
    var end = new AttemptFollower(orchestrator).awaitEnd(started.attemptId(), context);
    return new Response(
        started.taskId(),
        started.attemptId(),
        started.workspaceBranch(),
        started.sessionId().or(end::latestSessionId),
        started.executionProcessId().or(() -> end.latestProcess().map(process -> process.id())),
        end.attempt().state().name(),
        Optional.empty());
  }

  /** Waits until the run of an attempt ends, and puts its agent's questions before the user. */
  private static final class AttemptFollower {
    /** How long to wait while a question is open that cannot be asked here. */
    private static final Duration OPEN_QUESTION = Duration.ofSeconds(1);

    private final Orchestrator orchestrator;
    private final ApprovalForms forms;

    AttemptFollower(Orchestrator orchestrator) {
      this.orchestrator = orchestrator;
      this.forms = new ApprovalForms(orchestrator);
    }

    AttemptStatus awaitEnd(UUID attemptId, RequestContext context) throws Exception {
      var leftOpen = new HashSet<UUID>();
      var status = orchestrator.attempts().status(StatusQuery.now(attemptId));
      while (!isOver(status)) {
        ask(status, context, leftOpen);
        status = orchestrator.attempts().status(next(status));
      }
      return status;
    }

    private static boolean isOver(AttemptStatus status) {
      return switch (status.attempt().state()) {
        case AttemptState.Running _ -> false;
        // why: with a message of later in line, the run that is followed here is over
        case AttemptState.InLine line -> !(line.before() instanceof AttemptState.NotBegun);
        case AttemptState.AtRest _ -> true;
      };
    }

    private void ask(AttemptStatus status, RequestContext context, Set<UUID> leftOpen)
        throws Exception {
      for (var approval : status.pendingApprovals()) {
        if (forms.canAsk(context)
            && !leftOpen.contains(approval.id())
            && !forms.settle(approval, context)) {
          leftOpen.add(approval.id());
        }
      }
    }

    // why: with a state to differ from, an open question is an answer too, and this would not wait
    private static StatusQuery next(AttemptStatus status) {
      var state = status.attempt().state().name();
      return status.needsInput()
          ? new StatusQuery(status.attempt().id(), OPEN_QUESTION, Optional.empty())
          : new StatusQuery(status.attempt().id(), StatusQuery.MAX_WAIT, Optional.of(state));
    }
  }
}
