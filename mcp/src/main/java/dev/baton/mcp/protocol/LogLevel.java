package dev.baton.mcp.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Severity of a log message to the client, least severe first. */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<LogLevel> find(String wireName) {
    return Arrays.stream(values()).filter(level -> level.wireName().equals(wireName)).findFirst();
  }
}
