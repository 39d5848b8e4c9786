package dev.baton.app.web.task;

import dev.baton.app.web.frame.Uploads;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import java.util.Map;
import java.util.Optional;

/** Images: shown, put on a task, and taken away. */
public final class ImagePages {
  private final Orchestrator orchestrator;
  private final OneTaskPage page;

  public ImagePages(Orchestrator orchestrator, OneTaskPage page) {
    this.orchestrator = orchestrator;
    this.page = page;
  }

  /** The image itself; its type is the one that its bytes have. */
  public Route.Response show(Visit visit) {
    var image = orchestrator.images().load(visit.requireId("image"));
    return new Route.Response(
        200,
        Map.of(
            "Content-Type",
            image.type().mediaType(),
            "X-Content-Type-Options",
            "nosniff",
            "Content-Disposition",
            "inline",
            "Cache-Control",
            "private, max-age=31536000, immutable"),
        new Route.Bytes(orchestrator.images().content(image)));
  }

  public Route.Response add(Visit visit) {
    var taskId = visit.requireId("task");
    try {
      new Uploads(orchestrator, visit).addToTask(taskId);
      return Route.Response.seeOther("/tasks/" + taskId);
    } catch (ToolFailure failure) {
      return page.refused(visit, new Chosen(taskId, Optional.empty()), Problem.Place.HEAD, failure);
    }
  }

  public Route.Response remove(Visit visit) {
    var image = orchestrator.images().remove(visit.requireId("image"));
    return Route.Response.seeOther("/tasks/" + image.taskId());
  }
}
