package dev.baton.app.config;

import tools.jackson.databind.JsonNode;

/**
 * One value that counts, and where it comes from.
 *
 * @param key such as {@code limits.running}
 * @param shown the value without what is secret about it
 */
public record Setting(String key, JsonNode value, JsonNode shown, Origin origin) {
  static Setting of(Key key, ValueKind kind, JsonNode value, Origin origin) {
    return new Setting(key.toString(), value, kind.shown(value), origin);
  }

  /** The value for people. */
  public String words() {
    return shown.isString() ? shown.asString() : shown.toString();
  }
}
