package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class PushAttempt {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Default all") Optional<UUID> repoId) {}

  private PushAttempt() {}

  static Tool<Request, PullRequestView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("push_attempt", Request.class, PullRequestView.class)
        .title("Push attempt")
        .description(
            """
            Pushes an attempt's branch to its remote; an open pull request gets it.
            Use when: the user wants it there.
            Required: attempt_id.
            Optional: repo_id.
            Next: get_attempt_status.
            Avoid: calling it while the attempt runs.\
            """)
        .annotations(Hints.PUBLISHES)
        .handler(new OperationHandler<>(orchestrator, PushAttempt::handle));
  }

  static PullRequestView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return PullRequestView.of(
        request.attemptId(),
        orchestrator.pullRequests().push(new PushRequest(request.attemptId(), request.repoId())));
  }
}
