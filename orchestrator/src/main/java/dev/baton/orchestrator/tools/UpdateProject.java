package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.AutoStarts.PullChange;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Pull;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class UpdateProject {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Starts todo tasks by itself, by priority and position")
          Optional<Rule> autoStart,
      @Description("False resumes it, true pauses it") Optional<Boolean> autoStartPaused) {}

  record Rule(
      @Description("Most that run at a time; 0 turns it off") BigInteger limit,
      @Description(FieldText.EXECUTOR) String executor,
      @Description("Its variant") Optional<String> variant,
      @Description("Only tasks with all these labels") Optional<List<String>> labels) {
    Pull toPull() {
      return new Pull(Limits.whole(limit), executor, variant, labels.orElse(List.of()));
    }
  }

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description(FieldText.AUTO_START_OF_PROJECT) Optional<ObjectNode> autoStart) {}

  private UpdateProject() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("update_project", Request.class, Response.class)
        .title("Update project")
        .description(
            """
            Says whether a project starts its unblocked todo tasks by itself; off at first. After three
            failures in a row it pauses, which list_projects shows.
            Use when: the user wants the tasks of a project done one after the other, unasked.
            Required: project_id.
            Optional: auto_start, auto_start_paused.
            Next: tail_events with project_id.
            Avoid: resuming before the reason of the pause is gone.""")
        .annotations(Hints.SETS)
        .handler(new LateHandler<>(orchestrator, UpdateProject::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var changed =
        orchestrator
            .autoStarts()
            .change(
                new PullChange(
                    request.projectId(),
                    request.autoStart().map(Rule::toPull),
                    request.autoStartPaused()));
    return new Response(changed.project().id(), changed.pull().map(PullJson::of));
  }
}
