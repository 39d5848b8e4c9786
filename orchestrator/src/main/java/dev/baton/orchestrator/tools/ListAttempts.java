package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** {@code list_task_attempts} for people, who need not know the task. */
final class ListAttempts {
  record Request(
      @Description(FieldText.TASK_ID + "; default all tasks") Optional<UUID> taskId,
      @Description(FieldText.PROJECT_ID + "; default all projects") Optional<UUID> projectId,
      @Description("Only attempts in these states: idle, running, completed, failed")
          Optional<List<AttemptState.Name>> states,
      @Description(FieldText.LIMIT) Optional<BigInteger> limit,
      @Description(FieldText.CURSOR) Optional<String> cursor) {}

  record Response(
      @Description("UUID of the task; null for all tasks") Optional<UUID> taskId,
      @Description("Attempts, newest first") List<Item> attempts,
      @Description(FieldText.COUNT) int count,
      @Description("UUID of the first of them; null if none") Optional<UUID> latestAttemptId,
      @Description("Newest session of the first of them; null if there is none yet")
          Optional<UUID> latestSessionId,
      @Description(FieldText.NEXT_CURSOR) Optional<String> nextCursor) {}

  record Item(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("Title of the task") String taskTitle,
      @Description(FieldText.STATE) AttemptState.Name state,
      @Inline ListTaskAttempts.Summary summary) {
    static Item of(AttemptOverview attempt) {
      return new Item(
          attempt.attemptId(),
          attempt.taskId(),
          attempt.taskTitle(),
          attempt.state(),
          ListTaskAttempts.Summary.of(attempt));
    }
  }

  private ListAttempts() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(
            BatonTool.named(ListTaskAttempts.NAME, Request.class, Response.class), orchestrator)
        .title("List attempts")
        .description(
            """
            Lists the attempts at a task, or the newest of a project or at all tasks.
            Use when: somebody wants to see what agents do and did.
            Required: nothing.
            Optional: task_id, project_id, states, limit, cursor.
            Next: get_attempt_status, get_attempt_changes or follow_up with an attempt_id.
            Avoid: project_id, limit and cursor with task_id; the attempts at one task are one page.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListAttempts::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var page = page(orchestrator, request);
    var items = page.items();
    var latest = items.stream().findFirst();
    return new Response(
        request.taskId(),
        items,
        items.size(),
        latest.map(Item::attemptId),
        latest.flatMap(item -> item.summary().latestSessionId()),
        page.nextCursor());
  }

  private static Page<Item> page(Orchestrator orchestrator, Request request) {
    var states = request.states().orElse(List.of());
    if (request.taskId().isPresent()) {
      refuseBoth("project_id", request.projectId(), "a task is in one project only");
      refuseBoth("limit", request.limit(), "all attempts at one task are one page");
      refuseBoth("cursor", request.cursor(), "all attempts at one task are one page");
      return new Page<>(
          orchestrator.attempts().list(request.taskId().get()).stream()
              .filter(attempt -> states.isEmpty() || states.contains(attempt.state()))
              .map(Item::of)
              .toList(),
          Optional.empty());
    }
    var filter = new AttemptOverview.Filter(request.projectId(), states);
    var limit = request.limit().map(Limits::items).orElseGet(PageLimit::byDefault);
    return orchestrator
        .attempts()
        .list(
            filter,
            new PageRequest(limit, request.cursor(), "attempts " + filter),
            ItemView.of(Item::of));
  }

  // why: what is ignored without a word looks as if it had been done
  private static void refuseBoth(String field, Optional<?> value, String because) {
    if (value.isPresent()) {
      throw ToolFailure.invalid(
          "/" + field,
          "%s and task_id were both given, and %s".formatted(field, because),
          "Repeat list_task_attempts with one of them");
    }
  }
}
