package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.agent.Excerpt;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.store.review.PullRequestTable.KeptComment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** The answer to a push or to a new pull request. */
record PullRequestView(
    @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
    @Description(PullRequestView.FIELDS) List<ObjectNode> pullRequests) {
  static final String FIELDS =
      "{repo_id, repo_name, host, number, url, state, checks, branch, target_branch}";
  static final String COMMENT_FIELDS = "{repo_name, author, path, line, body, created_at, sent}";

  private static final int MOST_COMMENTS = 20;
  private static final int MOST_OF_BODY = 200;

  static PullRequestView of(UUID attemptId, List<RepoPullRequest> rows) {
    return new PullRequestView(attemptId, rows.stream().map(PullRequestView::json).toList());
  }

  static ObjectNode json(RepoPullRequest row) {
    var json =
        Json.object()
            .put("repo_id", row.repoId().toString())
            .put("repo_name", row.repoName())
            .put("host", row.host())
            .putNull("number")
            .putNull("url")
            .put("state", row.state().wireName())
            .put("checks", row.checks().wireName())
            .put("branch", row.branch())
            .put("target_branch", row.targetBranch());
    row.pullRequest()
        .ifPresent(found -> json.put("number", found.number()).put("url", found.url().toString()));
    return json;
  }

  /** How the newest comments begin, oldest first, as many as a page holds. */
  static List<ObjectNode> newest(List<KeptComment> comments) {
    var shown = new ArrayDeque<ObjectNode>();
    var free = PageLimit.byDefault().bytes();
    for (var kept : comments.reversed()) {
      var json = json(kept);
      json.put("body", Excerpt.start(kept.comment().body(), MOST_OF_BODY));
      free -= Json.bytes(json).length;
      if (shown.size() == MOST_COMMENTS || free < 0) {
        break;
      }
      shown.addFirst(json);
    }
    return List.copyOf(shown);
  }

  static ObjectNode json(KeptComment kept) {
    var comment = kept.comment();
    var json =
        Json.object()
            .put("repo_name", kept.repoName())
            .put("author", comment.author())
            .putNull("path")
            .putNull("line")
            .put("body", comment.body())
            .put("created_at", comment.createdAt().toString())
            .put("sent", kept.sentAt().isPresent());
    comment.path().ifPresent(path -> json.put("path", path));
    comment.line().ifPresent(line -> json.put("line", line));
    return json;
  }
}
