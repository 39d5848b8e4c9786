package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.store.IdKind;
import dev.baton.orchestrator.store.IdTable.Candidate;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class FindIds {
  record Request(
      @Description("Kind of thing that is meant") IdKind kind,
      @Description("How its id begins or ends, the name of a project or repo, or a task's number")
          String text) {}

  record Response(
      @Description("What is meant; several if the text is not enough, at most 10") List<Item> ids,
      @Description(FieldText.COUNT) int count) {}

  record Item(
      @Description("UUID") UUID id,
      @Description("What it is called, or what it is about") String label) {
    static Item of(Candidate candidate) {
      return new Item(candidate.id(), candidate.label());
    }
  }

  private FindIds() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("find_ids", Request.class, Response.class)
        .title("Find ids")
        .description(
            """
            Finds the ids that a part of an id, or a name, can mean.
            Use when: somebody has a part of an id; every command finds it by itself.
            Required: kind, text.
            Optional: nothing.
            Next: whatever takes the id.
            Avoid: a single digit; it can mean many things.""")
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, FindIds::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var ids =
        orchestrator.board().findIds(request.kind(), request.text()).stream()
            .map(Item::of)
            .toList();
    return new Response(ids, ids.size());
  }
}
