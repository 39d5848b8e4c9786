package dev.baton.workflow.internal.record;

import java.io.Writer;

/** Text that is kept up to a number of bytes in UTF-8; the rest is counted. Not thread safe. */
public final class BoundedText extends Writer {
  /** Room for what is said about the rest. */
  private static final int MARKER_BYTES = 80;

  private final int mostBytes;
  private final StringBuilder kept = new StringBuilder();
  private long bytes;
  // how much of what is kept stays if more comes than has room
  private int cutAt;
  private int bytesAtCut;

  public BoundedText(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The text, or its beginning and how much is missing. */
  public static String of(String text, int mostBytes) {
    // why: no character of Java takes more than three bytes
    if (text.length() <= mostBytes / 3) {
      return text;
    }
    var bounded = new BoundedText(mostBytes);
    bounded.write(text, 0, text.length());
    return bounded.toString();
  }

  @Override
  public void write(char[] buffer, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      put(buffer[i]);
    }
  }

  @Override
  public void write(String text, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      put(text.charAt(i));
    }
  }

  private void put(char c) {
    bytes += size(c);
    if (bytes <= mostBytes) {
      kept.append(c);
      if (bytes <= mostBytes - MARKER_BYTES && !Character.isHighSurrogate(c)) {
        cutAt = kept.length();
        bytesAtCut = (int) bytes;
      }
    }
  }

  private static int size(char c) {
    if (c < 0x80) {
      return 1;
    }
    // why: the two halves of a pair take four bytes together
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }

  /** The text, or its beginning and how much is missing. */
  @Override
  public String toString() {
    return bytes <= mostBytes
        ? kept.toString()
        : "%s\n[cut here: %d of %d bytes are not shown]"
            .formatted(kept.substring(0, cutAt), bytes - bytesAtCut, bytes);
  }

  @Override
  public void flush() {
    // nothing is held back
  }

  @Override
  public void close() {
    // nothing is open
  }
}
