package dev.baton.orchestrator.transcript;

import java.util.Optional;

/** How many bytes of JSON something becomes, without writing it. */
public final class JsonBytes {
  private static final int NULL = "null".length();

  private JsonBytes() {}

  /**
   * The size of an object in a list: text, and what becomes text, in quotes; numbers and truths as
   * they are; an empty optional as null.
   *
   * @param fields a name, its value, the next name and so on
   */
  public static int ofItem(Object... fields) {
    int bytes = "{},".length();
    for (int field = 0; field < fields.length; field += 2) {
      bytes += Utf8.jsonSize(fields[field].toString()) + ":,".length() + ofValue(fields[field + 1]);
    }
    return bytes;
  }

  private static int ofValue(Object value) {
    return switch (value) {
      case Optional<?> perhaps -> perhaps.map(JsonBytes::ofValue).orElse(NULL);
      case Number number -> number.toString().length();
      case Boolean truth -> truth.toString().length();
      default -> Utf8.jsonSize(value.toString());
    };
  }
}
