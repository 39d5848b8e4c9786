package dev.baton.mcp.internal.era;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a request says about itself in {@code _meta}, or its client has said at the handshake. */
public record Envelope(Era era, Client client, Optional<LogLevel> logLevel) {
  /** True if the message speaks the newer era, or claims to in its headers. */
  public static boolean isClaimedBy(ObjectNode params, Headers headers) {
    return params.path("_meta").has(Meta.PROTOCOL_VERSION)
        || headers
            .find(ModernHeaders.PROTOCOL_VERSION)
            .filter(version -> version.compareTo(ProtocolVersion.V2026_07_28.wireName()) >= 0)
            .isPresent();
  }

  /**
   * Reads the envelope of a request of the newer era, and refuses what this server does not speak.
   *
   * @throws RpcException if something required is missing, or differs from the headers
   */
  public static Envelope read(Message.Request request, Headers headers) {
    var meta = request.meta();
    var version = meta.path(Meta.PROTOCOL_VERSION);
    if (!version.isString()) {
      throw missing(Meta.PROTOCOL_VERSION, "a string such as \"2026-07-28\"");
    }
    if (!(meta.path(Meta.CLIENT_CAPABILITIES) instanceof ObjectNode capabilities)) {
      throw missing(Meta.CLIENT_CAPABILITIES, "an object, {} if the client has none");
    }
    var requested = version.stringValue();
    ModernHeaders.checkVersion(requested, headers);
    if (!requested.equals(ProtocolVersion.V2026_07_28.wireName())) {
      throw unsupported(requested);
    }
    ModernHeaders.checkNames(request, headers);
    return new Envelope(
        Era.newest(), Client.of(clientInfo(meta), requested, capabilities), logLevel(meta));
  }

  private static ObjectNode clientInfo(ObjectNode meta) {
    var info = meta.path(Meta.CLIENT_INFO);
    if (info.isMissingNode()) {
      return Json.object();
    }
    if (info instanceof ObjectNode object
        && object.path("name").isString()
        && object.path("version").isString()) {
      return object;
    }
    throw RpcException.invalidParams(
        "'%s' in _meta must have a name and a version, both strings".formatted(Meta.CLIENT_INFO));
  }

  private static Optional<LogLevel> logLevel(ObjectNode meta) {
    var level = meta.path(Meta.LOG_LEVEL);
    if (level.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(readLogLevel(level, Meta.LOG_LEVEL));
  }

  /**
   * Reads a log level by its wire name, wherever an era puts it.
   *
   * @throws RpcException if there is no such level
   */
  public static LogLevel readLogLevel(JsonNode json, String where) {
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

  private static RpcException missing(String key, String expected) {
    return RpcException.invalidParams(
        ("The request's _meta needs '%s': %s. (A client of an earlier revision calls 'initialize'"
                + " first instead.)")
            .formatted(key, expected));
  }

  private static RpcException unsupported(String requested) {
    var data = Json.object();
    data.set("supported", Json.strings(ProtocolVersion.SUPPORTED));
    data.put("requested", requested);
    return new RpcException(
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
        "Protocol version '%s' is not served statelessly here; 2026-07-28 is, and %s after 'initialize'"
            .formatted(requested, ProtocolVersion.SUPPORTED.subList(1, 4)),
        data);
  }
}
