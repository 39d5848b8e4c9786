package dev.baton.orchestrator.image;

/** Something that begins as a PNG of one point does. */
public final class PngBytes {
  private static final byte[] HEAD = {
    (byte) 0x89,
    'P',
    'N',
    'G',
    '\r',
    '\n',
    0x1a,
    '\n',
    0,
    0,
    0,
    13,
    'I',
    'H',
    'D',
    'R',
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    1
  };

  private PngBytes() {}

  /** The same for the same size. */
  public static byte[] of(int size) {
    var bytes = new byte[size];
    for (int place = 0; place < size; place++) {
      bytes[place] = place < HEAD.length ? HEAD[place] : (byte) (place * 31);
    }
    return bytes;
  }
}
