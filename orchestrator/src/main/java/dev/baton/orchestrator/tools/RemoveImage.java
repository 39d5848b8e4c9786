package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class RemoveImage {
  record Request(@Description("Image, from add_image") UUID imageId) {}

  private RemoveImage() {}

  static Tool<Request, AddImage.Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("remove_image", Request.class, AddImage.Response.class)
        .title("Remove image")
        .description(
            """
            Takes an image off a task or a message.
            Use when: it was put there by mistake, or there are too many.
            Required: image_id.
            Optional: nothing.
            Next: add_image for another one.
            Avoid: for images that an agent still has to see.\
            """)
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, RemoveImage::handle));
  }

  static AddImage.Response handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return AddImage.Response.of(orchestrator.images().remove(request.imageId()));
  }
}
