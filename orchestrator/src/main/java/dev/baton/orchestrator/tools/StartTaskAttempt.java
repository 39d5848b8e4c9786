package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.Caller;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.git.GitException;
import dev.baton.task.jdbc.StorageException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class StartTaskAttempt {
  record Request(
      @Description(FieldText.TASK_ID) UUID taskId,
      @Description("Executor from list_executors, exactly as written there") String executor,
      @Description(FieldText.VARIANT) Optional<String> variant,
      @Description("Repos to work on; leave out if the project has one") Optional<List<Repo>> repos,
      @Description(
              "What the agent is told instead of title and description, not blank, at most 1000000"
                  + " characters")
          Optional<String> prompt,
      @Description("True starts it although tasks that it waits for are not done")
          Optional<Boolean> force,
      @Description(FieldText.REQUEST_ID) Optional<String> requestId) {
    NewAttempt toNewAttempt() {
      return new NewAttempt(
          taskId,
          executor,
          variant,
          repos.orElse(List.of()).stream()
              .map(repo -> new NewAttempt.Target(repo.repoId(), repo.targetBranch()))
              .toList(),
          prompt,
          force.orElse(false));
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
    return BatonTool.named("start_task_attempt", Request.class, Response.class)
        .title("Start attempt")
        .description(
            """
            Starts a coding agent on a task, in git worktrees and on a branch of its own. Answers
            when the agent runs, not when it is done; as an MCP task it ends when the run ends, and
            cancelling that task leaves the agent running.
            Use when: a task is to be worked on, or tried once more by another agent.
            Required: task_id, executor.
            Optional: variant, repos (required if the project has several), prompt, force, request_id.
            Next: get_attempt_status with wait_ms until state is completed or failed; then
            get_attempt_changes.
            Avoid: a new attempt to correct an old one; follow_up goes on in the same workspace.\
            """)
        .annotations(Hints.RUNS_AGENT)
        .taskSupport(TaskSupport.PREFERRED)
        .restartable()
        .handler(new LateHandler<>(orchestrator, StartTaskAttempt::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context)
      throws Exception {
    if (context.task().id().isEmpty()) {
      return Response.of(start(orchestrator, request, context));
    }
    try {
      return atTheEnd(orchestrator, start(orchestrator, request, context), context);
    } catch (ToolFailure | StorageException | GitException failure) {
      if (Thread.currentThread().isInterrupted()) {
        // why: a server that stops must not write this down as the outcome; the next one goes on
        throw new InterruptedException(failure.getMessage());
      }
      throw failure;
    }
  }

  private static StartedAttempt start(
      Orchestrator orchestrator, Request request, RequestContext context) {
    // why: a task that is taken up again after a crash must find its attempt, not start another
    var key = request.requestId().or(() -> context.task().id().map(task -> "task:" + task.value()));
    return orchestrator
        .attemptStarts()
        .start(new Caller(context.owner(), key), request.toNewAttempt());
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
}
