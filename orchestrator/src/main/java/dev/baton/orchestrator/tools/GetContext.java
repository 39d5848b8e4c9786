package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.progress.Attempts.AttemptContext;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class GetContext {
  record Request() {}

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Its name") String projectName,
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("Its title") String taskTitle,
      @Description(FieldText.TASK_STATUS) BoardTaskStatus taskStatus,
      @Description("The attempt that you work in") UUID attemptId,
      @Description(FieldText.BRANCH) String workspaceBranch,
      @Description("Repositories in the workspace") List<Repo> workspaceRepos) {
    static Response of(AttemptContext context) {
      return new Response(
          context.project().id(),
          context.project().name(),
          context.task().id(),
          context.task().title(),
          context.task().status(),
          context.attemptId(),
          context.workspaceBranch(),
          context.repos().stream().map(Repo::of).toList());
    }
  }

  record Repo(
      @Description("The repo") UUID repoId,
      @Description("Its name") String repoName,
      @Description("Branch that the work is merged into") String targetBranch) {
    static Repo of(AttemptRepo repo) {
      return new Repo(repo.repoId(), repo.repoName(), repo.targetBranch());
    }
  }

  private GetContext() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("get_context", Request.class, Response.class)
        .title("Get context")
        .description(
            """
            Tells an agent where it is: its project, task, attempt, branch and repositories.
            Use when: you work in a workspace of this server and need to know what for.
            Required: nothing.
            Optional: nothing.
            Next: get_task for the description, create_task for work that you found on the way.
            Avoid: remembering it; the user may change the task.\
            """)
        .annotations(Hints.READS)
        .visibleTo(AttemptOwner::is)
        .handler(new OperationHandler<>(orchestrator, GetContext::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var owner = AttemptOwner.of(context.owner()).orElseThrow();
    return Response.of(orchestrator.attempts().context(owner.attemptId()));
  }
}
