package dev.baton.orchestrator.forge;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A repository on Gitea or Forgejo, through the first version of their interface. */
final class GiteaForge implements Forge {
  private static final int PAGE = 50;
  private static final int MOST_PAGES = 20;

  /** The most reviews, newest first, whose comments on lines are read: each costs a call. */
  private static final int MOST_REVIEWS = 20;

  private final GiteaClient client;
  private final String path;

  GiteaForge(GiteaClient client, String path) {
    this.client = client;
    this.path = path;
  }

  @Override
  public void requireReady() {
    var ignored = client.get("/repos/" + path);
  }

  @Override
  public Optional<PullRequest> findOpen(String branch) {
    for (int page = 1; page <= MOST_PAGES; page++) {
      var found =
          client.get("/repos/%s/pulls?state=open&limit=%d&page=%d".formatted(path, PAGE, page));
      var own =
          found
              .valueStream()
              .filter(each -> each.path("head").path("ref").asString("").equals(branch))
              .filter(this::isOfThisRepository)
              .findFirst();
      // why not by the length of the page: a server may have a smaller limit of its own
      if (own.isPresent() || found.isEmpty()) {
        return own.map(this::pullRequest);
      }
    }
    return Optional.empty();
  }

  private boolean isOfThisRepository(JsonNode json) {
    return json.path("head").path("repo").path("full_name").asString(path).equalsIgnoreCase(path);
  }

  @Override
  public PullRequest create(Proposal proposal) {
    var made =
        client.post(
            "/repos/%s/pulls".formatted(path),
            Json.object()
                .put("head", proposal.branch())
                .put("base", proposal.base())
                // why: a draft is one whose title says so
                .put("title", proposal.isDraft() ? "WIP: " + proposal.title() : proposal.title())
                .put("body", proposal.body()));
    return pullRequest(made);
  }

  @Override
  public void setBase(long number, String base) {
    var ignored =
        client.patch("/repos/%s/pulls/%d".formatted(path, number), Json.object().put("base", base));
  }

  @Override
  public PullRequest load(long number) {
    return pullRequest(client.get("/repos/%s/pulls/%d".formatted(path, number)));
  }

  @Override
  public List<ReviewerComment> comments(long number) {
    var said = new ArrayList<ReviewerComment>();
    for (var each : client.get("/repos/%s/issues/%d/comments".formatted(path, number))) {
      comment("", each).ifPresent(said::add);
    }
    var reviews = reviews(number);
    for (var review : reviews) {
      comment("review-", review).ifPresent(said::add);
    }
    reviews.stream()
        .filter(review -> review.path("comments_count").asLong(0) > 0)
        .sorted(Comparator.comparingLong(GiteaForge::id).reversed())
        .limit(MOST_REVIEWS)
        .forEach(review -> said.addAll(lines(number, review)));
    said.sort(Comparator.comparing(ReviewerComment::createdAt).thenComparing(ReviewerComment::id));
    return said;
  }

  private List<JsonNode> reviews(long number) {
    var reviews = new ArrayList<JsonNode>();
    for (int page = 1; page <= MOST_PAGES; page++) {
      var found =
          client.get(
              "/repos/%s/pulls/%d/reviews?limit=%d&page=%d".formatted(path, number, PAGE, page));
      if (found.isEmpty()) {
        break;
      }
      reviews.addAll(found.valueStream().toList());
    }
    return reviews;
  }

  private List<ReviewerComment> lines(long number, JsonNode review) {
    return client
        .get("/repos/%s/pulls/%d/reviews/%d/comments".formatted(path, number, id(review)))
        .valueStream()
        .flatMap(
            line ->
                comment("line-", line)
                    .map(each -> CommentJson.at(each, line.path("path"), line.path("position")))
                    .stream())
        .toList();
  }

  private static Optional<ReviewerComment> comment(String prefix, JsonNode json) {
    return CommentJson.of(
        prefix + json.path("id").asString(""),
        json.path("user").path("login").asString(""),
        json.path("body").asString(""),
        json.path("submitted_at").asString(json.path("created_at").asString("")));
  }

  private static long id(JsonNode json) {
    return json.path("id").asLong();
  }

  private PullRequest pullRequest(JsonNode json) {
    return new PullRequest(
        json.path("number").asLong(),
        URI.create(json.path("html_url").asString("")),
        state(json),
        checks(json.path("head").path("sha").asString("")));
  }

  private static PullRequestState state(JsonNode json) {
    if (json.path("merged").asBoolean(false)) {
      return PullRequestState.MERGED;
    }
    if (json.path("state").asString("").equals("closed")) {
      return PullRequestState.CLOSED;
    }
    return json.path("draft").asBoolean(false) ? PullRequestState.DRAFT : PullRequestState.OPEN;
  }

  private PullRequestChecks checks(String commit) {
    if (commit.isEmpty()) {
      return PullRequestChecks.NONE;
    }
    var status = client.get("/repos/%s/commits/%s/status".formatted(path, commit));
    return status.path("total_count").asLong(status.path("statuses").size()) == 0
        ? PullRequestChecks.NONE
        : switch (status.path("state").asString("")) {
          case "success", "warning", "skipped" -> PullRequestChecks.PASSING;
          case "failure", "error" -> PullRequestChecks.FAILING;
          case "pending" -> PullRequestChecks.PENDING;
          default -> PullRequestChecks.NONE;
        };
  }
}
