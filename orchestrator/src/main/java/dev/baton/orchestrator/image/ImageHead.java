package dev.baton.orchestrator.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * The beginning of an image, as far as it tells how large the picture is. Nothing is decoded, and
 * nothing is read twice.
 */
final class ImageHead {
  private static final int JPEG_MARK = 0xff;
  private static final int WEBP_FRAME = 20;

  private final byte[] bytes;

  /** Of these bytes, which nobody may change meanwhile. */
  ImageHead(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Whether there is a picture of at least one point after the first bytes. */
  boolean hasSize(ImageType type) {
    return switch (type) {
      case PNG -> says(12, "IHDR") && number(16, 4) > 0 && number(20, 4) > 0;
      case GIF -> reversed(6, 2) > 0 && reversed(8, 2) > 0;
      case JPEG -> hasJpegSize();
      case WEBP -> hasWebpSize();
    };
  }

  /** The size stands in one of the first segments, each of which says how long it is. */
  private boolean hasJpegSize() {
    int place = 2;
    while (at(place) == JPEG_MARK) {
      int mark = at(place + 1);
      if (mark == JPEG_MARK) {
        place++;
        continue;
      }
      if (isJpegFrame(mark)) {
        // why not the height: a picture may say that at its end
        return number(place + 7, 2) > 0;
      }
      var length = number(place + 2, 2);
      if (length < 2) {
        return false;
      }
      place += 2 + (int) length;
    }
    return false;
  }

  private static boolean isJpegFrame(int mark) {
    return mark >= 0xc0 && mark <= 0xcf && mark != 0xc4 && mark != 0xc8 && mark != 0xcc;
  }

  private boolean hasWebpSize() {
    if (at(WEBP_FRAME + 9) < 0) {
      return false;
    }
    if (says(12, "VP8 ")) {
      return number(WEBP_FRAME + 3, 3) == 0x9d012a
          && (reversed(WEBP_FRAME + 6, 2) & 0x3fff) > 0
          && (reversed(WEBP_FRAME + 8, 2) & 0x3fff) > 0;
    }
    // why no numbers: both forms say one less than there is, so that there is at least one point
    return (says(12, "VP8L") && at(WEBP_FRAME) == 0x2f) || says(12, "VP8X");
  }

  private boolean says(int place, String word) {
    return bytes.length >= place + word.length()
        && new String(bytes, place, word.length(), ISO_8859_1).equals(word);
  }

  /** A number whose first byte counts most; -1 if the bytes are not there. */
  private long number(int place, int length) {
    long number = 0;
    for (int next = place; next < place + length; next++) {
      if (at(next) < 0) {
        return -1;
      }
      number = number * 256 + at(next);
    }
    return number;
  }

  /** A number whose last byte counts most; -1 if the bytes are not there. */
  private long reversed(int place, int length) {
    long number = 0;
    for (int next = place + length - 1; next >= place; next--) {
      if (at(next) < 0) {
        return -1;
      }
      number = number * 256 + at(next);
    }
    return number;
  }

  private int at(int place) {
    return place < bytes.length ? bytes[place] & 0xff : -1;
  }
}
