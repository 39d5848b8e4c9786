package dev.baton.orchestrator.forge;

import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A repository on GitHub, through the user's {@code gh}. */
final class GithubForge implements Forge {
  private static final String FIELDS = "number,url,state,isDraft,statusCheckRollup";
  private static final Set<String> GOOD = Set.of("SUCCESS", "NEUTRAL", "SKIPPED");
  private static final Set<String> BAD =
      Set.of("FAILURE", "ERROR", "CANCELLED", "TIMED_OUT", "ACTION_REQUIRED", "STARTUP_FAILURE");

  private final ForgeProgram gh;
  private final String path;

  GithubForge(ForgeProgram gh, String path) {
    this.gh = gh;
    this.path = path;
  }

  @Override
  public void requireReady() {
    gh.requireLogin();
  }

  private String repo() {
    return gh.host() + "/" + path;
  }

  @Override
  public Optional<PullRequest> findOpen(String branch) {
    var found =
        gh.json(
            List.of(
                "pr",
                "list",
                "--repo",
                repo(),
                "--head",
                branch,
                "--state",
                "open",
                "--json",
                FIELDS + ",isCrossRepository"));
    // why: a fork may have a branch of the same name
    return found
        .valueStream()
        .filter(each -> !each.path("isCrossRepository").asBoolean(false))
        .map(GithubForge::pullRequest)
        .findFirst();
  }

  @Override
  public PullRequest create(Proposal proposal) {
    var arguments =
        new ArrayList<>(
            List.of(
                "pr",
                "create",
                "--repo",
                repo(),
                "--head",
                proposal.branch(),
                "--base",
                proposal.base(),
                "--title",
                proposal.title(),
                "--body-file",
                "-"));
    if (proposal.isDraft()) {
      arguments.add("--draft");
    }
    return load(PrintedNumber.of(gh.host(), gh.run(arguments, proposal.body()), "/pull/"));
  }

  @Override
  public void setBase(long number, String base) {
    var ignored =
        gh.run(List.of("pr", "edit", Long.toString(number), "--repo", repo(), "--base", base), "");
  }

  @Override
  public PullRequest load(long number) {
    return pullRequest(
        gh.json(List.of("pr", "view", Long.toString(number), "--repo", repo(), "--json", FIELDS)));
  }

  @Override
  public List<ReviewerComment> comments(long number) {
    var said = new ArrayList<ReviewerComment>();
    var talk =
        gh.json(
            List.of(
                "pr",
                "view",
                Long.toString(number),
                "--repo",
                repo(),
                "--json",
                "comments,reviews"));
    for (var part : List.of("comments", "reviews")) {
      for (var each : talk.path(part)) {
        CommentJson.of(
                each.path("id").asString(""),
                each.path("author").path("login").asString(""),
                each.path("body").asString(""),
                each.path("submittedAt").asString(each.path("createdAt").asString("")))
            .ifPresent(said::add);
      }
    }
    var lines =
        gh.json(
            List.of(
                "api",
                "--hostname",
                gh.host(),
                "repos/%s/pulls/%d/comments?per_page=100&sort=created&direction=desc"
                    .formatted(path, number)));
    for (var each : lines) {
      CommentJson.of(
              "line-" + each.path("id").asString(""),
              each.path("user").path("login").asString(""),
              each.path("body").asString(""),
              each.path("created_at").asString(""))
          .map(comment -> CommentJson.at(comment, each.path("path"), each.path("line")))
          .ifPresent(said::add);
    }
    said.sort(Comparator.comparing(ReviewerComment::createdAt).thenComparing(ReviewerComment::id));
    return said;
  }

  private static PullRequest pullRequest(JsonNode json) {
    return new PullRequest(
        json.path("number").asLong(),
        URI.create(json.path("url").asString("")),
        state(json),
        PullRequestChecks.of(
            json.path("statusCheckRollup").valueStream().map(GithubForge::check).toList()));
  }

  private static PullRequestState state(JsonNode json) {
    return switch (json.path("state").asString("")) {
      case "MERGED" -> PullRequestState.MERGED;
      case "CLOSED" -> PullRequestState.CLOSED;
      default ->
          json.path("isDraft").asBoolean(false) ? PullRequestState.DRAFT : PullRequestState.OPEN;
    };
  }

  /** A run of a check has a conclusion once it is done; a status of a commit has only a state. */
  private static PullRequestChecks check(JsonNode json) {
    var outcome = json.path("state").asString(json.path("conclusion").asString(""));
    if (GOOD.contains(outcome)) {
      return PullRequestChecks.PASSING;
    }
    return BAD.contains(outcome) ? PullRequestChecks.FAILING : PullRequestChecks.PENDING;
  }
}
