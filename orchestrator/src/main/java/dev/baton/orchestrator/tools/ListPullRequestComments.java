package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class ListPullRequestComments {
  record Request(@Description(FieldText.ATTEMPT_ID) UUID attemptId) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description(PullRequestView.FIELDS) List<ObjectNode> pullRequests,
      @Description("Oldest first: " + PullRequestView.COMMENT_FIELDS) List<ObjectNode> comments) {}

  private ListPullRequestComments() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_pull_request_comments", Request.class, Response.class)
        .title("List pull request comments")
        .description(
            """
            Reads from the forges how the pull requests of an attempt stand, and what reviewers say.
            Use when: you want to know now; the server looks once a minute by itself.
            Required: attempt_id.
            Optional: nothing.
            Next: send_pull_request_comments.
            Avoid: calling it again and again.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListPullRequestComments::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var standing = orchestrator.pullRequestWatch().look(request.attemptId());
    return new Response(
        request.attemptId(),
        standing.pullRequests().stream().map(PullRequestView::json).toList(),
        standing.comments().stream().map(PullRequestView::json).toList());
  }
}
