package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class CreatePullRequest {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Default all with changes") Optional<UUID> repoId,
      @Description("Default the task's") Optional<String> title,
      @Description("Default the description") Optional<String> body,
      @Description("Default false") Optional<Boolean> draft) {}

  private CreatePullRequest() {}

  static Tool<Request, PullRequestView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("create_pull_request", Request.class, PullRequestView.class)
        .title("Create pull request")
        .description(
            """
            Pushes an attempt's branch and makes a pull request into its target branch.
            Use when: the user wants it reviewed there.
            Required: attempt_id.
            Optional: title, body and draft of a new one, repo_id.
            Next: get_attempt_status. forge_unavailable: show the hint.
            Avoid: proposing work that nobody saw.\
            """)
        .annotations(Hints.PUBLISHES)
        .handler(new OperationHandler<>(orchestrator, CreatePullRequest::handle));
  }

  static PullRequestView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return PullRequestView.of(
        request.attemptId(),
        orchestrator
            .pullRequests()
            .create(
                new NewPullRequest(
                    new PushRequest(request.attemptId(), request.repoId()),
                    request.title(),
                    request.body(),
                    request.draft().orElse(false))));
  }
}
