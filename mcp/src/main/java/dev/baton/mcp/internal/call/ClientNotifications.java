package dev.baton.mcp.internal.call;

import dev.baton.mcp.internal.era.Meta;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Progress and log messages of one call, as far as the client asked for them. Thread safe. */
public final class ClientNotifications {
  private final JsonNode progressToken;
  private final Predicate<LogLevel> wanted;
  private final Consumer<ObjectNode> stream;
  private double last = Double.NEGATIVE_INFINITY;

  /**
   * What this call may tell.
   *
   * @param progressToken missing if the client wants no progress
   * @param wanted which log messages the client wants
   */
  public ClientNotifications(
      JsonNode progressToken, Predicate<LogLevel> wanted, Consumer<ObjectNode> stream) {
    this.progressToken = progressToken;
    this.wanted = wanted;
    this.stream = stream;
  }

  public synchronized void progress(double done, double total, String message) {
    // why: the protocol wants values that rise; a handler that counts twice must not break it
    if (!(progressToken.isString() || progressToken.isIntegralNumber()) || done <= last) {
      return;
    }
    last = done;
    var params = Json.object();
    params.set(Meta.PROGRESS_TOKEN, progressToken);
    number(params, "progress", done);
    if (total > 0) {
      number(params, "total", total);
    }
    if (!message.isEmpty()) {
      params.put("message", message);
    }
    stream.accept(Message.notification("notifications/progress", params));
  }

  private static void number(ObjectNode params, String name, double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      params.put(name, (long) value);
    } else {
      params.put(name, value);
    }
  }

  public void log(LogLevel level, String logger, JsonNode data) {
    if (!wanted.test(level)) {
      return;
    }
    var params = Json.object().put("level", level.wireName());
    if (!logger.isEmpty()) {
      params.put("logger", logger);
    }
    params.set("data", data);
    stream.accept(Message.notification("notifications/message", params));
  }
}
