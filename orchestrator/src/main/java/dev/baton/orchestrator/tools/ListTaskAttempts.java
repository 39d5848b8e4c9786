package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class ListTaskAttempts {
  record Request(@Description(FieldText.TASK_ID) UUID taskId) {}

  record Response(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("Attempts, newest first") List<Item> attempts,
      @Description(FieldText.COUNT) int count,
      @Description(FieldText.LATEST_ATTEMPT) Optional<UUID> latestAttemptId,
      @Description("Its newest session or null") Optional<UUID> latestSessionId) {}

  record Item(@Description(FieldText.ID_OF_ATTEMPT) UUID attemptId, @Inline Summary summary) {
    static Item of(AttemptOverview attempt) {
      return new Item(attempt.attemptId(), Summary.of(attempt));
    }
  }

  /** The fields that all lists of attempts have. */
  record Summary(
      @Description(FieldText.BRANCH) String workspaceBranch,
      @Description(FieldText.CREATED_AT) Instant createdAt,
      @Description(FieldText.UPDATED_AT) Instant updatedAt,
      @Description(FieldText.LATEST_SESSION) Optional<UUID> latestSessionId,
      @Description(FieldText.LATEST_EXECUTOR) Optional<String> latestSessionExecutor) {
    static Summary of(AttemptOverview attempt) {
      return new Summary(
          attempt.workspaceBranch(),
          attempt.createdAt(),
          attempt.updatedAt(),
          attempt.latestSession().map(LatestSession::sessionId),
          attempt.latestSession().map(LatestSession::executor));
    }
  }

  static final String NAME = "list_task_attempts";

  private ListTaskAttempts() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(BatonTool.named(NAME, Request.class, Response.class), orchestrator)
        .title("List attempts of a task")
        .description(
            """
            Lists all attempts at a task, newest first.
            Use when: you need an attempt_id, or want to compare several attempts.
            Required: task_id.
            Optional: nothing.
            Next: get_attempt_status, get_attempt_changes or follow_up with an attempt_id.
            Avoid: using it for the state of an attempt; get_attempt_status tells that.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListTaskAttempts::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var attempts = orchestrator.attempts().list(request.taskId()).stream().map(Item::of).toList();
    var latest = attempts.stream().findFirst();
    return new Response(
        request.taskId(),
        attempts,
        attempts.size(),
        latest.map(Item::attemptId),
        latest.flatMap(item -> item.summary().latestSessionId()));
  }
}
