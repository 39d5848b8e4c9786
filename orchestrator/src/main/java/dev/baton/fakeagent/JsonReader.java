package dev.baton.fakeagent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON into maps, lists, strings and booleans. Numbers stay text, and null is the object
 * {@link #NULL}: nothing here calculates.
 */
final class JsonReader {
  static final Object NULL = new Object();
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  static Object parse(String text) throws MalformedJsonException {
    var reader = new JsonReader(text);
    var value = reader.value(0);
    reader.skipBlanks();
    if (reader.at < text.length()) {
      throw reader.unexpected();
    }
    return value;
  }

  /** The object that the text holds, or an exception if it holds something else. */
  static Map<?, ?> parseObject(String text) throws MalformedJsonException {
    if (parse(text) instanceof Map<?, ?> object) {
      return object;
    }
    throw new MalformedJsonException("an object was expected");
  }

  /** A member that is a string; empty if it is missing or something else. */
  static String string(Map<?, ?> object, String name) {
    return object.get(name) instanceof String value ? value : "";
  }

  private Object value(int depth) throws MalformedJsonException {
    if (depth > MAX_DEPTH) {
      throw new MalformedJsonException("deeper than " + MAX_DEPTH);
    }
    skipBlanks();
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> literal("true", true);
      case 'f' -> literal("false", false);
      case 'n' -> literal("null", NULL);
      default -> number();
    };
  }

  private Map<String, Object> object(int depth) throws MalformedJsonException {
    var members = new LinkedHashMap<String, Object>();
    at++;
    skipBlanks();
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
        skipBlanks();
      }
      var name = string();
      skipBlanks();
      expect(':');
      members.put(name, value(depth + 1));
      skipBlanks();
    }
    at++;
    return members;
  }

  private List<Object> array(int depth) throws MalformedJsonException {
    var items = new ArrayList<Object>();
    at++;
    skipBlanks();
    while (peek() != ']') {
      if (!items.isEmpty()) {
        expect(',');
      }
      items.add(value(depth + 1));
      skipBlanks();
    }
    at++;
    return items;
  }

  private String string() throws MalformedJsonException {
    expect('"');
    var value = new StringBuilder();
    for (var c = next(); c != '"'; c = next()) {
      value.append(c == '\\' ? escaped() : c);
    }
    return value.toString();
  }

  private char escaped() throws MalformedJsonException {
    var c = next();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw unexpected();
    };
  }

  private char unicode() throws MalformedJsonException {
    var code = 0;
    for (var i = 0; i < 4; i++) {
      var digit = Character.digit(next(), 16);
      if (digit < 0) {
        throw unexpected();
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private Object literal(String word, Object meaning) throws MalformedJsonException {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return meaning;
  }

  private String number() throws MalformedJsonException {
    var from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == from) {
      throw unexpected();
    }
    return text.substring(from, at);
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char c) throws MalformedJsonException {
    if (peek() != c) {
      throw unexpected();
    }
    at++;
  }

  private char next() throws MalformedJsonException {
    var c = peek();
    at++;
    return c;
  }

  private char peek() throws MalformedJsonException {
    if (at >= text.length()) {
      throw new MalformedJsonException("the text ends too early");
    }
    return text.charAt(at);
  }

  private MalformedJsonException unexpected() {
    return new MalformedJsonException("unexpected character at position " + at);
  }
}
