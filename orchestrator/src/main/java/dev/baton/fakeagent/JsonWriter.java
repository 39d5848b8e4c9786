package dev.baton.fakeagent;

/** Writes one JSON object, member by member, in the order of the calls. */
final class JsonWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder text = new StringBuilder("{");

  JsonWriter member(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  JsonWriter member(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  JsonWriter member(String name, boolean value) {
    name(name);
    text.append(value);
    return this;
  }

  /** A member whose value is JSON already. */
  JsonWriter raw(String name, String json) {
    name(name);
    text.append(json);
    return this;
  }

  private void name(String name) {
    if (text.length() > 1) {
      text.append(',');
    }
    quote(name);
    text.append(':');
  }

  private void quote(String value) {
    text.append('"');
    for (var i = 0; i < value.length(); i++) {
      append(value.charAt(i));
    }
    text.append('"');
  }

  private void append(char c) {
    switch (c) {
      case '"', '\\' -> text.append('\\').append(c);
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (c < ' ' || Character.isSurrogate(c)) {
          // why: half a pair would not survive the way to bytes
          escape(c);
        } else {
          text.append(c);
        }
      }
    }
  }

  private void escape(char c) {
    text.append("\\u");
    for (var shift = 12; shift >= 0; shift -= 4) {
      text.append(HEX[(c >> shift) & 0xF]);
    }
  }

  @Override
  public String toString() {
    return text + "}";
  }
}
