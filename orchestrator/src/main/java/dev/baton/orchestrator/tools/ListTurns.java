package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.attempt.TurnOverview.TurnState;
import dev.baton.orchestrator.followup.AttemptTurns.ShownTurn;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class ListTurns {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Most items, 1 to 200; default 50") Optional<BigInteger> limit,
      @Description("next_cursor of the page before") Optional<String> cursor) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Turns, newest first") List<Item> turns,
      @Description(FieldText.COUNT) int count,
      @Description(FieldText.NEXT_CURSOR) Optional<String> nextCursor) {}

  record Item(
      @Description("Number, from 0") long turn,
      @Description(FieldText.ID_OF_SESSION) UUID sessionId,
      @Description("How its prompt begins") String promptPreview,
      @Inline TurnChoice choice,
      @Description("taken_back: retried since") TurnState state,
      @Description("Start") Instant startedAt,
      @Description("End; null while it runs") Optional<Instant> endedAt,
      @Inline TurnWork work,
      @Description("As in get_attempt_status, or null") Optional<ObjectNode> usage) {
    static Item of(ShownTurn shown) {
      var turn = shown.turn();
      return new Item(
          turn.index(),
          turn.sessionId(),
          shown.promptPreview(),
          new TurnChoice(turn.variant(), turn.choice().model(), turn.choice().effort()),
          turn.state(),
          turn.startedAt(),
          turn.endedAt(),
          TurnWork.of(shown),
          shown.usage().map(AttemptStatusView::json));
    }
  }

  record TurnChoice(
      @Description("Variant") String variant,
      @Description("Model asked for, or null") Optional<String> model,
      @Description("Effort likewise") Optional<String> effort) {}

  record TurnWork(
      @Description("Commit found; name:commit of several repos; empty: unknown")
          String commitBefore,
      @Description("Commit it left, or null") Optional<String> commitAfter,
      @Description("{file_count, added, deleted} or null") Optional<ObjectNode> changes) {
    static TurnWork of(ShownTurn shown) {
      return new TurnWork(
          shown.commitBefore(), shown.commitAfter(), shown.turn().changes().map(ListTurns::json));
    }
  }

  private static ObjectNode json(ChangeCount count) {
    return Json.object()
        .put("file_count", count.files())
        .put("added", count.added())
        .put("deleted", count.deleted());
  }

  private ListTurns() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_turns", Request.class, Response.class)
        .title("List turns")
        .description(
            """
            Lists the turns of an attempt, newest first.
            Use when: you want to know what each prompt changed, or to go back before one.
            Required: attempt_id.
            Optional: limit, cursor.
            Next: follow_up, or a retry of one by its turn.
            Avoid: using it for queued messages.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListTurns::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var page =
        orchestrator
            .turns()
            .list(
                request.attemptId(),
                new PageRequest(
                    request.limit().map(Limits::items).orElseGet(PageLimit::byDefault),
                    request.cursor(),
                    "turns of " + request.attemptId()),
                ItemView.of(Item::of));
    return new Response(request.attemptId(), page.items(), page.items().size(), page.nextCursor());
  }
}
