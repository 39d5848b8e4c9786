package dev.baton.orchestrator.transfer;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.image.ImageType;
import dev.baton.orchestrator.store.ImageTable;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The contents of images that are being brought: each is whole, and what it says. Not thread safe.
 */
final class ImagePieces {
  /** An image some pieces of which have not come. */
  private record Begun(String place, String type, long size, long next) {
    boolean isWhole() {
      return ImageTable.bytes(size, next) == 0;
    }
  }

  private final Map<String, Begun> images = new LinkedHashMap<>();

  /**
   * To be told of every row.
   *
   * @param place where it stands, for people
   * @throws ToolFailure if it is a piece of an image that cannot be there
   */
  void require(MovedRow row, String place) {
    var values = row.values();
    switch (row.table()) {
      case "image" ->
          images.put(
              values.path(MovedTable.ID).asString(""),
              new Begun(place, values.path("type").asString(""), values.path("size").asLong(0), 0));
      case "image_piece" -> add(values.path("image_id").asString(""), row, place);
      default -> {
        // nothing with a content
      }
    }
  }

  private void add(String id, MovedRow row, String place) {
    var begun =
        Optional.ofNullable(images.get(id))
            .orElseThrow(
                () ->
                    wrong(
                        place,
                        "'image_id' of 'image_piece' is %s, and no line before has this image"
                            .formatted(id)));
    long piece = row.values().path("piece").asLong(0);
    if (begun.isWhole() || piece != begun.next()) {
      throw wrong(
          place,
          "'piece' of 'image_piece' is %d, and image %s has %s"
              .formatted(
                  piece,
                  id,
                  begun.isWhole() ? "come already" : "piece %d next".formatted(begun.next())));
    }
    var content = Base64.getDecoder().decode(row.values().path("content").asString(""));
    long wanted = ImageTable.bytes(begun.size(), piece);
    if (content.length != wanted) {
      throw wrong(
          place,
          "'content' of 'image_piece' has %d bytes, and piece %d of image %s, which has %d, has %d"
              .formatted(content.length, piece, id, begun.size(), wanted));
    }
    if (piece == 0
        && ImageType.find(content).map(Sql::stored).filter(begun.type()::equals).isEmpty()) {
      throw wrong(
          place,
          "'content' of 'image_piece' does not begin as the %s that image %s says it is"
              .formatted(begun.type(), id));
    }
    images.put(id, new Begun(begun.place(), begun.type(), begun.size(), piece + 1));
  }

  /** Fails if one has not come as a whole. */
  void requireWhole() {
    images.forEach(
        (id, image) -> {
          if (!image.isWhole()) {
            throw wrong(
                image.place(),
                "'size' of 'image' is %d, and there is no piece %d of image %s"
                    .formatted(image.size(), image.next(), id));
          }
        });
  }

  private static ToolFailure wrong(String place, String reason) {
    return ToolFailure.invalid(
        "%s cannot be imported: %s".formatted(place, reason),
        "Nothing was imported; mend the line, or export the board again");
  }
}
