package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.AttemptOwner;
import java.util.function.Supplier;

final class AttachImage {
  record Request(@Description("Path in your workspace") String path) {}

  private AttachImage() {}

  static Tool<Request, AddImage.Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("attach_image", Request.class, AddImage.Response.class)
        .title("Attach image")
        .description(
            """
            Shows the user an image file of your workspace as proof of your work.
            Use when: a screenshot or chart shows that it works.
            Required: path.
            Optional: nothing.
            Next: say in words what it shows.
            Avoid: more than 10, or over 10 MB; PNG, JPEG, WebP and GIF only.\
            """)
        .annotations(Hints.ADDS)
        .visibleTo(AttemptOwner::is)
        .handler(new OperationHandler<>(orchestrator, AttachImage::handle));
  }

  static AddImage.Response handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    var owner = AttemptOwner.of(context.owner()).orElseThrow();
    try {
      return AddImage.Response.of(orchestrator.images().attach(owner.attemptId(), request.path()));
    } catch (ToolFailure e) {
      throw e.at("/path");
    }
  }
}
