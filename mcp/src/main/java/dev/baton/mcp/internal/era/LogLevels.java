package dev.baton.mcp.internal.era;

import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.protocol.RpcException;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** Reads a log level, wherever an era puts it. */
public final class LogLevels {
  private LogLevels() {}

  /**
   * Reads a level by its wire name.
   *
   * @throws RpcException if there is no such level
   */
  public static LogLevel read(JsonNode json, String where) {
    return LogLevel.find(json.asString(""))
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "'%s' must be one of %s, not %s"
                        .formatted(
                            where,
                            Arrays.stream(LogLevel.values()).map(LogLevel::wireName).toList(),
                            json)));
  }
}
