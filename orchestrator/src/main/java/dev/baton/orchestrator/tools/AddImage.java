package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.image.Image;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class AddImage {
  static final String NAME = "add_image";

  /** An image in base64, and room for the rest. */
  static final int MOST_BYTES = Image.MOST_BYTES / 2 * 3;

  record Request(
      @Description("PNG, JPEG, WebP or GIF of at most 10 MB, in base64") String data,
      @Description("Task that it is put on, at most 10; this or attempt_id") Optional<UUID> taskId,
      @Description("Attempt whose follow_up names it in images; this or task_id")
          Optional<UUID> attemptId,
      @Description("What it is called") Optional<String> name) {}

  record Response(
      @Description("The image, for images of follow_up") UUID imageId,
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("Media type, by content") String mediaType,
      @Description("Bytes") long size,
      @Description("Name") String name) {
    static Response of(Image image) {
      return new Response(
          image.id(), image.taskId(), image.type().mediaType(), image.size(), image.name());
    }
  }

  private AddImage() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(BatonTool.named(NAME, Request.class, Response.class), orchestrator)
        .title("Add image")
        .description(
            """
            Puts an image on a task, or keeps it for a message to an agent.
            Use when: a picture says more than words.
            Required: data, exactly one of task_id and attempt_id.
            Optional: name.
            Next: start_task_attempt, or follow_up with the image_id in images.
            Avoid: more than 10 on a task or a message.\
            """)
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, AddImage::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    if (request.taskId().isPresent() == request.attemptId().isPresent()) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          "An image belongs to a task or to a message to an attempt",
          "Repeat add_image with exactly one of task_id and attempt_id");
    }
    var name = request.name().orElse("");
    var content = ImageField.decoded(request.data(), "/data");
    try {
      return Response.of(
          request
              .taskId()
              .map(task -> orchestrator.images().addToTask(task, name, content))
              .orElseGet(
                  () ->
                      orchestrator
                          .images()
                          .addForMessage(request.attemptId().orElseThrow(), name, content)));
    } catch (ToolFailure e) {
      throw e.at("/data");
    }
  }
}
