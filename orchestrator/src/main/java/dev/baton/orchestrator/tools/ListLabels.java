package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.store.LabelTable.LabelUse;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class ListLabels {
  record Request(@Description(FieldText.PROJECT_ID) UUID projectId) {}

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Labels, by name") List<Item> labels,
      @Description(FieldText.COUNT) int count) {}

  record Item(
      @Inline LabelView label, @Description("Number of tasks that have it") long taskCount) {
    static Item of(LabelUse use) {
      return new Item(LabelView.of(use.label()), use.tasks());
    }
  }

  /** A label, as every tool shows it. */
  record LabelView(
      @Description("The label") UUID labelId,
      @Description("Name") String name,
      @Description("Colour") LabelColour colour) {
    static LabelView of(Label label) {
      return new LabelView(label.id(), label.name(), label.colour());
    }
  }

  private ListLabels() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_labels", Request.class, Response.class)
        .title("List labels")
        .description(
            """
            Lists the labels of a project.
            Use when: somebody wants to see which labels there are, or to change one.
            Required: project_id.
            Optional: nothing.
            Next: set_label, or list_tasks with labels.
            Avoid: making labels here; create_task and update_task do that.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListLabels::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var labels = orchestrator.labels().list(request.projectId()).stream().map(Item::of).toList();
    return new Response(request.projectId(), labels, labels.size());
  }
}
