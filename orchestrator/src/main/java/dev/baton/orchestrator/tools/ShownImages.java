package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.image.NewImage;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What callers show with a message.
 *
 * @param kept images that are there already
 * @param files images that come with the message
 */
record ShownImages(List<UUID> kept, List<NewImage> files) {
  ShownImages {
    kept = List.copyOf(kept);
    files = List.copyOf(files);
  }

  /**
   * Reads ids and addresses of files.
   *
   * @param tool the one that is called
   */
  static ShownImages read(List<String> images, String tool, RequestContext context) {
    return new ShownImages(
        images.stream().filter(it -> !ImageField.isFile(it)).map(it -> id(it, tool)).toList(),
        images.stream()
            .filter(ImageField::isFile)
            .map(it -> new ImageField(it, Optional.empty()).read("/images", context))
            .toList());
  }

  private static UUID id(String text, String tool) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw ToolFailure.invalid(
          "/images",
          "'%s' is neither an image_id nor file:// with a path".formatted(text),
          "Repeat %s with file:// and the absolute path of an image in images".formatted(tool));
    }
  }
}
