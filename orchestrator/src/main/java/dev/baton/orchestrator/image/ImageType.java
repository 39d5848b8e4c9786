package dev.baton.orchestrator.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of images that are taken, told by their first bytes and never by their names. */
public enum ImageType {
  PNG("png", "image/png"),
  JPEG("jpg", "image/jpeg"),
  WEBP("webp", "image/webp"),
  GIF("gif", "image/gif");

  private static final int HEAD = 12;

  private final String ending;
  private final String mediaType;

  ImageType(String ending, String mediaType) {
    this.ending = ending;
    this.mediaType = mediaType;
  }

  /** What these bytes are; empty if they are no image that is taken. */
  public static Optional<ImageType> find(byte[] bytes) {
    var head = new String(bytes, 0, Math.min(bytes.length, HEAD), ISO_8859_1);
    return Stream.of(values()).filter(type -> type.begins(head)).findFirst();
  }

  private boolean begins(String head) {
    return switch (this) {
      case PNG -> head.startsWith("\u0089PNG\r\n\u001a\n");
      case JPEG -> head.startsWith("\u00ff\u00d8\u00ff");
      case WEBP -> head.startsWith("RIFF") && head.startsWith("WEBP", 8);
      case GIF -> head.startsWith("GIF87a") || head.startsWith("GIF89a");
    };
  }

  /** How names of its files end. */
  public String ending() {
    return ending;
  }

  public String mediaType() {
    return mediaType;
  }
}
