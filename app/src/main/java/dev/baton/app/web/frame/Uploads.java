package dev.baton.app.web.frame;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The images that a form brings along. */
public record Uploads(Orchestrator orchestrator, Visit visit) {
  /** The longest form with files; larger ones are sent one after the other. */
  public static final int MOST_BYTES = 4 * Image.MOST_BYTES;

  private static final String FIELD = "images";

  /** For a task that is about to be made. */
  public List<NewImage> forNewTask() {
    return visit.request().uploads(FIELD).stream()
        .map(upload -> NewImage.of(upload.fileName(), upload.content()))
        .toList();
  }

  /** Puts them on a task. */
  public void addToTask(UUID taskId) {
    for (var upload : visit.request().uploads(FIELD)) {
      orchestrator.images().addToTask(taskId, upload.fileName(), upload.content());
    }
  }

  /** Keeps them for a message; all of them or none. */
  public List<UUID> addForMessage(UUID attemptId) {
    var added = new ArrayList<UUID>();
    try {
      for (var upload : visit.request().uploads(FIELD)) {
        added.add(
            orchestrator
                .images()
                .addForMessage(attemptId, upload.fileName(), upload.content())
                .id());
      }
      return added;
    } catch (ToolFailure failure) {
      drop(added);
      throw failure;
    }
  }

  /**
   * Deletes images whose message was not sent: the browser has them still, and sends them again.
   */
  public void drop(List<UUID> images) {
    images.forEach(id -> orchestrator.images().remove(id));
  }
}
