package dev.baton.app.config;

import tools.jackson.databind.JsonNode;

/**
 * One value that counts, and where it comes from.
 *
 * @param key such as {@code limits.running}
 * @param secret true if the value is not shown
 */
public record Setting(String key, JsonNode value, Origin origin, boolean secret) {
  static Setting of(Key key, ValueKind kind, JsonNode value, Origin origin) {
    return new Setting(
        key.toString(), value, origin, kind instanceof ValueKind.Text(boolean secret) && secret);
  }

  /** The value for people. */
  public String words() {
    return secret ? "(hidden)" : value.isString() ? value.asString() : value.toString();
  }
}
