package dev.baton.property;

/** Numbers and texts, with more of the extreme ones than chance would make. */
public final class Values {
  /** Characters that programs stumble over, halves of pairs among them. */
  private static final String ODD =
      "\0\t\n\r\u001b \"'\\\u007f\u0085\u00a0\u00e9\u0130\u2028\udc00\udfff\ud800\udbff\ufeff\uffff";

  private Values() {}

  /** Numbers from the least to the greatest; the simplest is the one closest to 0. */
  public static Generator<Long> longs(long least, long greatest) {
    var simplest = Math.max(least, Math.min(0, greatest));
    return given -> {
      var proposed = given.propose(least, simplest, greatest);
      var isBelow = least < simplest && given.choose(1, () -> proposed < simplest ? 1 : 0) == 1;
      // why: one less, because there is one negative number more than there are positive ones
      return isBelow
          ? simplest - 1 - given.choose(simplest - 1 - least, () -> simplest - 1 - proposed)
          : simplest + given.choose(greatest - simplest, () -> proposed - simplest);
    };
  }

  public static Generator<Long> longs() {
    return longs(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  public static Generator<Integer> integers(int least, int greatest) {
    return longs(least, greatest).map(Long::intValue);
  }

  public static Generator<Integer> integers() {
    return integers(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** Numbers with two decimals, and any others that are finite. */
  public static Generator<Double> doubles() {
    return Generator.oneOf(
        longs(-1L << 53, 1L << 53).map(number -> number / 100.0),
        longs().map(Double::longBitsToDouble).filter(Double::isFinite),
        Generator.of(1.0, -0.0, 0.01, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE));
  }

  public static Generator<byte[]> bytes(int most) {
    return integers(Byte.MIN_VALUE, Byte.MAX_VALUE)
        .list(0, most)
        .map(
            list -> {
              var bytes = new byte[list.size()];
              for (var i = 0; i < bytes.length; i++) {
                bytes[i] = list.get(i).byteValue();
              }
              return bytes;
            });
  }

  /** Texts of up to 255 characters. */
  public static Generator<String> texts() {
    return texts(0, 255);
  }

  /** Texts of any characters: readable ones, odd ones, pairs, and halves of pairs. */
  public static Generator<String> texts(int shortest, int longest) {
    var readable = integers(0, 94).map(more -> Character.toString(' ' + ('a' - ' ' + more) % 95));
    var any = integers(0, Character.MAX_VALUE).map(Character::toString);
    var pairs = integers(0x10000, Character.MAX_CODE_POINT).map(Character::toString);
    return joined(Generator.oneOf(readable, readable, of(ODD), any, pairs), shortest, longest);
  }

  /** Texts of these characters, of which the first is the simplest. */
  public static Generator<String> textsOf(String characters, int shortest, int longest) {
    return joined(of(characters), shortest, longest);
  }

  private static Generator<String> of(String characters) {
    return integers(0, characters.length() - 1)
        .map(index -> String.valueOf(characters.charAt(index)));
  }

  private static Generator<String> joined(Generator<String> parts, int shortest, int longest) {
    return parts
        .list(shortest, longest)
        .map(
            list -> {
              var text = new StringBuilder();
              for (var part : list) {
                // why: a pair is two characters; cut in half it could not be made smaller
                if (text.length() + part.length() <= longest) {
                  text.append(part);
                }
              }
              return text.toString();
            });
  }
}
