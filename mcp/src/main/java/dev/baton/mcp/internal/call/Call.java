package dev.baton.mcp.internal.call;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Connection.InFlightRequest;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request on its way through the dispatch.
 *
 * @param logLevel the least severe log message that the client wants, if it wants any
 */
public record Call(
    Message.Request request,
    Headers headers,
    Era era,
    Client client,
    Optional<LogLevel> logLevel,
    Connection connection,
    Reply reply,
    InFlightRequest inFlight) {

  public TaskOwner owner() {
    return connection.owner();
  }

  /** True if the client wants log messages of this severity. */
  public boolean wants(LogLevel level) {
    return logLevel.filter(least -> level.compareTo(least) >= 0).isPresent();
  }

  public ObjectNode params() {
    return request.params();
  }

  /** A member of the params that must be a string. */
  public String requiredString(String name) {
    var value = params().path(name);
    if (!value.isString()) {
      throw RpcException.invalidParams("%s needs '%s', a string".formatted(request.method(), name));
    }
    return value.stringValue();
  }
}
