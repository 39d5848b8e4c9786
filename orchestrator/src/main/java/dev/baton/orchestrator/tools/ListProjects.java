package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.planning.Projects.ProjectWithRepos;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class ListProjects {
  record Request(
      @Description(FieldText.LIMIT) Optional<BigInteger> limit,
      @Description(FieldText.CURSOR) Optional<String> cursor,
      @Description("True lists the archived instead") Optional<Boolean> archived) {}

  record Response(
      @Description("Projects, newest first") List<Item> projects,
      @Description(FieldText.COUNT) int count,
      @Description(FieldText.NEXT_CURSOR) Optional<String> nextCursor) {}

  record Item(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Name") String name,
      @Description("Its repositories") List<RepoItem> repos,
      @Description(FieldText.AUTO_START_OF_PROJECT) Optional<ObjectNode> autoStart,
      @OmitWhenEmpty @Description(FieldText.BUDGET_EXCEEDED) Optional<Boolean> budgetExceeded,
      @Description(FieldText.CREATED_AT) Instant createdAt,
      @Description(FieldText.UPDATED_AT) Instant updatedAt) {
    static Item of(ProjectWithRepos item, boolean isBudgetExceeded) {
      return new Item(
          item.project().id(),
          item.project().name(),
          item.repos().stream().map(RepoItem::of).toList(),
          item.pull().map(ListProjects::json),
          Optional.of(isBudgetExceeded).filter(it -> it),
          item.project().createdAt(),
          item.project().updatedAt());
    }
  }

  record RepoItem(
      @Description(RepoView.ID) UUID repoId,
      @Description(RepoView.NAME) String repoName,
      @Description(RepoView.PATH) String path) {
    static RepoItem of(Repo repo) {
      return new RepoItem(repo.id(), repo.name(), repo.path().toString());
    }
  }

  private ListProjects() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_projects", Request.class, Response.class)
        .title("List projects")
        .description(
            """
            Lists the projects of the board with their repositories, newest first.
            Use when: you need a project_id; nearly everything begins here.
            Required: nothing.
            Optional: limit, cursor, archived.
            Next: list_tasks, list_repos or create_task with a project_id.
            Avoid: paging on once you have found the project.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListProjects::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var limit = request.limit().map(Limits::items).orElseGet(PageLimit::byDefault);
    var archived = request.archived().orElse(false);
    var page =
        AttemptOwner.of(context.owner())
            .map(agent -> orchestrator.attempts().context(agent.attemptId()).project())
            .map(own -> orchestrator.projects().load(own.id()))
            .map(own -> new Page<>(List.of(own), Optional.empty()))
            .orElseGet(
                () ->
                    orchestrator
                        .projects()
                        .list(
                            new PageRequest(
                                limit,
                                request.cursor(),
                                archived ? "archived projects" : "projects"),
                            archived,
                            ItemView.measured((ProjectWithRepos item) -> Item.of(item, true))));
    var spent =
        orchestrator
            .costs()
            .listSpentProjects(page.items().stream().map(item -> item.project().id()).toList());
    var items =
        page.items().stream()
            .map(item -> Item.of(item, spent.contains(item.project().id())))
            .toList();
    return new Response(items, items.size(), page.nextCursor());
  }

  /** How a project starts tasks by itself, as callers see it. */
  static ObjectNode json(Pull pull) {
    var json =
        Json.object()
            .put("limit", pull.limit())
            .put("executor", pull.executor())
            .put("variant", pull.variant().orElse(null));
    json.set("labels", Json.strings(pull.labels()));
    return json.put("paused", pull.pausedReason().isPresent())
        .put("paused_reason", pull.pausedReason().orElse(null));
  }
}
