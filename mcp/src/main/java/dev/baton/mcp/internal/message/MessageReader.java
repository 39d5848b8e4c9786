package dev.baton.mcp.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads JSON-RPC messages, and says exactly what is wrong with an invalid one. */
public final class MessageReader {
  private MessageReader() {}

  /** Parses one JSON value. */
  public static JsonNode parse(byte[] bytes, int offset, int length)
      throws MalformedMessageException {
    requireUtf8(bytes, offset, length);
    try {
      var json = Json.MAPPER.readTree(bytes, offset, length);
      if (json.isMissingNode()) {
        throw new MalformedMessageException(
            ErrorCode.PARSE_ERROR, "Parse error: the message is empty", Optional.empty());
      }
      return json;
    } catch (StreamConstraintsException | NumberFormatException e) {
      // why: an exponent beyond all measure is found by the number's own parser, not by Jackson's
      throw new MalformedMessageException(
          ErrorCode.INVALID_REQUEST,
          "Invalid request: nested deeper than %d levels, or a number or name too long"
              .formatted(Json.MAX_DEPTH),
          Optional.empty());
    } catch (JacksonException e) {
      var place = e.getLocation();
      throw new MalformedMessageException(
          ErrorCode.PARSE_ERROR,
          "Parse error: not JSON at line %d, column %d"
              .formatted(place.getLineNr(), place.getColumnNr()),
          Optional.empty());
    }
  }

  /** Refuses what Jackson would guess at: other encodings, and bytes that no character has. */
  private static void requireUtf8(byte[] bytes, int offset, int length)
      throws MalformedMessageException {
    var isAscii = true;
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == 0) {
        throw notUtf8();
      }
      isAscii &= bytes[i] > 0;
    }
    if (isAscii) {
      return;
    }
    try {
      var ignored = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
    } catch (CharacterCodingException e) {
      throw notUtf8();
    }
  }

  private static MalformedMessageException notUtf8() {
    return new MalformedMessageException(
        ErrorCode.PARSE_ERROR, "Parse error: not UTF-8", Optional.empty());
  }

  /** Parses one JSON object. */
  public static ObjectNode object(String text) throws MalformedMessageException {
    var bytes = text.getBytes(UTF_8);
    if (parse(bytes, 0, bytes.length) instanceof ObjectNode object) {
      return object;
    }
    throw invalid("there is no JSON object", Optional.empty());
  }

  /** Reads one message from a JSON value. */
  public static Message read(JsonNode json) throws MalformedMessageException {
    if (!(json instanceof ObjectNode object)) {
      throw invalid("a message is a JSON object", Optional.empty());
    }
    var id = RequestId.read(object.path("id"));
    if (!object.path("jsonrpc").isString() || !object.path("jsonrpc").stringValue().equals("2.0")) {
      throw invalid("'jsonrpc' must be \"2.0\"", id);
    }
    if (object.has("method")) {
      return call(object, id);
    }
    if (object.has("result") != object.has("error")) {
      return response(object, id);
    }
    throw invalid("there is no 'method'", id);
  }

  private static Message call(ObjectNode object, Optional<RequestId> id)
      throws MalformedMessageException {
    if (!object.path("method").isString()) {
      throw invalid("'method' must be a string", id);
    }
    var method = object.path("method").stringValue();
    if (object.has("id") && id.isEmpty()) {
      throw invalid("'id' must be a string or an integer", id);
    }
    var params = params(object, id);
    return id.isPresent()
        ? new Message.Request(id.get(), method, params)
        : new Message.Notification(method, params);
  }

  private static ObjectNode params(ObjectNode object, Optional<RequestId> id)
      throws MalformedMessageException {
    var params = object.path("params");
    if (params.isMissingNode()) {
      return Json.object();
    }
    if (id.isEmpty() && !isWellFormed(params)) {
      // why: a notification is never answered, so nobody could be told; it says nothing then
      return Json.object();
    }
    if (!(params instanceof ObjectNode members)) {
      throw new MalformedMessageException(
          ErrorCode.INVALID_PARAMS, "Invalid params: 'params' must be an object", id);
    }
    if (members.has("_meta") && !members.path("_meta").isObject()) {
      throw new MalformedMessageException(
          ErrorCode.INVALID_PARAMS, "Invalid params: '_meta' must be an object", id);
    }
    return members;
  }

  private static boolean isWellFormed(JsonNode params) {
    return params.isObject() && (!params.has("_meta") || params.path("_meta").isObject());
  }

  private static Message response(ObjectNode object, Optional<RequestId> id)
      throws MalformedMessageException {
    if (id.isEmpty()) {
      throw invalid("a response needs the 'id' of its request", id);
    }
    if (object.has("result")) {
      return new Message.Response(id.get(), Optional.of(object.path("result")), Optional.empty());
    }
    var error = object.path("error");
    return new Message.Response(
        id.get(),
        Optional.empty(),
        Optional.of(
            RpcError.of(
                error.path("code").asInt(0), error.path("message").asString("no message"))));
  }

  private static MalformedMessageException invalid(String problem, Optional<RequestId> id) {
    return new MalformedMessageException(
        ErrorCode.INVALID_REQUEST, "Invalid request: " + problem, id);
  }
}
