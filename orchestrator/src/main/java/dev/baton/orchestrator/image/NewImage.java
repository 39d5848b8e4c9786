package dev.baton.orchestrator.image;

import dev.baton.mcp.internal.text.Sha256;
import dev.baton.mcp.tool.ToolFailure;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/** An image that somebody brings: small enough, and of a kind that is taken. Immutable. */
public final class NewImage {
  private static final int MOST_NAME = 120;

  private final String name;
  private final ImageType type;
  private final byte[] content;

  private NewImage(String name, ImageType type, byte[] content) {
    this.name = name;
    this.type = type;
    this.content = content;
  }

  /**
   * The image in these bytes, which nobody may change any more.
   *
   * @param name what it is called; an empty one gets the name of its kind
   * @throws ToolFailure if they are not an image of an accepted kind
   */
  public static NewImage of(String name, byte[] content) {
    if (content.length > Image.MOST_BYTES) {
      throw tooLarge();
    }
    var type = ImageType.find(content).orElseThrow(NewImage::unknownType);
    return new NewImage(shortened(name, type), type, content);
  }

  /** Whether an image can be called so. */
  public static boolean isName(String name) {
    return !name.isEmpty() && shortened(name, ImageType.PNG).equals(name);
  }

  private static String shortened(String name, ImageType type) {
    var line = name.replaceAll("\\p{Cntrl}", " ").strip();
    var shown = line.isEmpty() ? "image." + type.ending() : line;
    return shown.codePointCount(0, shown.length()) > MOST_NAME
        ? shown.substring(0, shown.offsetByCodePoints(0, MOST_NAME))
        : shown;
  }

  /** Says that an image has too many bytes. */
  public static ToolFailure tooLarge() {
    return ToolFailure.invalid(
        "The image is larger than 10 MB (%d bytes)".formatted(Image.MOST_BYTES),
        "Make it smaller, and repeat the call");
  }

  /** Says that somebody has more images than there may be. */
  public static ToolFailure tooMany(String who) {
    return ToolFailure.invalid(
        "%s can have %d images, and these are more".formatted(who, Image.MOST),
        "Leave out or remove those that matter least");
  }

  private static ToolFailure unknownType() {
    return ToolFailure.invalid(
        "The content is no PNG, JPEG, WebP or GIF image, whatever its name says",
        "Convert it to PNG, JPEG, WebP or GIF, and repeat the call");
  }

  /** The image as it is kept with a task. */
  public Image kept(UUID id, UUID taskId, Image.Place place, Instant now) {
    return new Image(
        id,
        taskId,
        Optional.empty(),
        place,
        name,
        type,
        content.length,
        now.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Its bytes, which must not be changed. */
  public byte[] content() {
    return content;
  }

  /** Name and a digest of the content: the same for the same image. */
  @Override
  public String toString() {
    return name + " " + Sha256.hex(content);
  }
}
