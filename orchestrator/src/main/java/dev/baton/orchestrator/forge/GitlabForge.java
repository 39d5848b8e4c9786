package dev.baton.orchestrator.forge;

import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A repository on GitLab, through the user's {@code glab}. */
final class GitlabForge implements Forge {
  private final ForgeProgram glab;
  private final String path;

  GitlabForge(ForgeProgram glab, String path) {
    this.glab = glab;
    this.path = path;
  }

  @Override
  public void requireReady() {
    glab.requireLogin();
  }

  private String repo() {
    return "https://%s/%s".formatted(glab.host(), path);
  }

  @Override
  public Optional<PullRequest> findOpen(String branch) {
    var found =
        glab.json(
            List.of("mr", "list", "--repo", repo(), "--source-branch", branch, "--output", "json"));
    return found
        .valueStream()
        .filter(each -> each.path("source_branch").asString("").equals(branch))
        .filter(GitlabForge::isOfThisProject)
        .findFirst()
        .map(each -> load(each.path("iid").asLong()));
  }

  /** A fork may have a branch of the same name. */
  private static boolean isOfThisProject(JsonNode json) {
    return json.path("source_project_id").equals(json.path("target_project_id"));
  }

  @Override
  public PullRequest create(Proposal proposal) {
    var arguments =
        new ArrayList<>(
            List.of(
                "mr",
                "create",
                "--repo",
                repo(),
                "--source-branch",
                proposal.branch(),
                "--target-branch",
                proposal.base(),
                "--title",
                proposal.title(),
                "--description",
                // why the line end: glab takes a lone '-' for the wish to open an editor
                proposal.body() + "\n",
                "--yes"));
    if (proposal.isDraft()) {
      arguments.add("--draft");
    }
    return load(PrintedNumber.of(glab.host(), glab.run(arguments, ""), "/merge_requests/"));
  }

  @Override
  public void setBase(long number, String base) {
    var ignored =
        glab.run(
            List.of(
                "mr", "update", Long.toString(number), "--repo", repo(), "--target-branch", base),
            "");
  }

  @Override
  public PullRequest load(long number) {
    var json =
        glab.json(
            List.of("mr", "view", Long.toString(number), "--repo", repo(), "--output", "json"));
    return new PullRequest(
        json.path("iid").asLong(),
        URI.create(json.path("web_url").asString("")),
        state(json),
        checks(json.path("head_pipeline").path("status").asString("")));
  }

  @Override
  public List<ReviewerComment> comments(long number) {
    var notes =
        glab.json(
            List.of(
                "api",
                "--hostname",
                glab.host(),
                "projects/%s/merge_requests/%d/notes?per_page=100&sort=desc"
                    .formatted(URLEncoder.encode(path, StandardCharsets.UTF_8), number)));
    var said = new ArrayList<ReviewerComment>();
    for (var note : notes) {
      if (note.path("system").asBoolean(false) || note.path("resolved").asBoolean(false)) {
        continue;
      }
      var place = note.path("position");
      CommentJson.of(
              note.path("id").asString(""),
              note.path("author").path("username").asString(""),
              note.path("body").asString(""),
              note.path("created_at").asString(""))
          .map(comment -> CommentJson.at(comment, place.path("new_path"), place.path("new_line")))
          .ifPresent(said::add);
    }
    return said.reversed();
  }

  private static PullRequestState state(JsonNode json) {
    return switch (json.path("state").asString("")) {
      case "merged" -> PullRequestState.MERGED;
      case "closed" -> PullRequestState.CLOSED;
      default ->
          json.path("draft").asBoolean(false) ? PullRequestState.DRAFT : PullRequestState.OPEN;
    };
  }

  private static PullRequestChecks checks(String pipeline) {
    return switch (pipeline) {
      case "success" -> PullRequestChecks.PASSING;
      case "failed", "canceled" -> PullRequestChecks.FAILING;
      case "", "skipped" -> PullRequestChecks.NONE;
      default -> PullRequestChecks.PENDING;
    };
  }
}
