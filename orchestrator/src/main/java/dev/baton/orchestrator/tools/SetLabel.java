package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.planning.Labels.LabelChange;
import dev.baton.orchestrator.tools.ListLabels.LabelView;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SetLabel {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Name of the label, from list_labels") String name,
      @Description("New colour") Optional<LabelColour> colour,
      @Description("New name, one line of 1 to 50 characters; all tasks keep the label")
          Optional<String> newName) {}

  private SetLabel() {}

  static Tool<Request, LabelView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("set_label", Request.class, LabelView.class)
        .title("Set label")
        .description(
            """
            Changes the colour or the name of a label.
            Use when: a label shall look otherwise, or be called otherwise.
            Required: project_id, name.
            Optional: colour, new_name.
            Next: list_labels.
            Avoid: a name that another label has; give the tasks that label with update_task.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, SetLabel::handle));
  }

  static LabelView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return LabelView.of(
        orchestrator
            .labels()
            .change(
                new LabelChange(
                    request.projectId(), request.name(), request.newName(), request.colour())));
  }
}
