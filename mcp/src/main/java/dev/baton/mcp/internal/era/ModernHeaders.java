package dev.baton.mcp.internal.era;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.tool.HeaderParameter;
import dev.baton.mcp.tool.Tool;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rule of the newer era that some headers repeat what the body says, and must agree with it.
 */
public final class ModernHeaders {
  public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";
  private static final Pattern ENCODED = Pattern.compile("=\\?base64\\?(.*)\\?=");
  private static final Pattern STRICT_BASE64 =
      Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
  private static final Pattern SAFE = Pattern.compile("[\\x20-\\x7E\\t]*");

  /** Which member of the params the name header repeats, by method. */
  private static final Map<String, String> NAMED_BY =
      Map.of(
          "tools/call", "name",
          "prompts/get", "name",
          "resources/read", "uri",
          "tasks/get", "taskId",
          "tasks/update", "taskId",
          "tasks/cancel", "taskId");

  private ModernHeaders() {}

  static void checkVersion(String requested, Headers headers) {
    if (headers.areExpected()) {
      require(PROTOCOL_VERSION, headers.find(PROTOCOL_VERSION), requested);
    }
  }

  static void checkNames(Message.Request request, Headers headers) {
    if (!headers.areExpected()) {
      return;
    }
    require(METHOD, headers.find(METHOD), request.method());
    var member = NAMED_BY.get(request.method());
    if (member != null && request.params().path(member).isString()) {
      require(NAME, decoded(NAME, headers), request.params().path(member).stringValue());
    }
  }

  /** Checks the headers that repeat arguments of this tool. */
  static void checkParameters(Tool<?, ?> tool, ObjectNode arguments, Headers headers) {
    if (headers.areExpected()) {
      tool.headerParameters().forEach(parameter -> check(parameter, arguments, headers));
    }
  }

  private static void check(HeaderParameter parameter, ObjectNode arguments, Headers headers) {
    JsonNode value = arguments;
    for (var step : parameter.path()) {
      value = value.path(step);
    }
    var header = parameter.header();
    var found = decoded(header, headers);
    if (value.isMissingNode() || value.isNull()) {
      if (found.isPresent()) {
        throw mismatch("%s says '%s', the body has no value".formatted(header, found.get()));
      }
      return;
    }
    if (!(value.isIntegralNumber() && found.filter(isSameNumber(value)).isPresent())) {
      require(header, found, value.asString());
    }
  }

  private static Predicate<String> isSameNumber(JsonNode value) {
    return text -> {
      try {
        return new BigDecimal(text).compareTo(value.decimalValue()) == 0;
      } catch (NumberFormatException e) {
        return false;
      }
    };
  }

  private static Optional<String> decoded(String name, Headers headers) {
    return headers.find(name).map(value -> decode(name, value));
  }

  private static String decode(String name, String value) {
    var encoded = ENCODED.matcher(value);
    if (!encoded.matches()) {
      if (!SAFE.matcher(value).matches()) {
        throw mismatch(
            "%s holds characters that a header cannot; encode it as =?base64?...?="
                .formatted(name));
      }
      return value;
    }
    // why: the JDK's decoder takes base64 without padding, which the protocol does not
    if (!STRICT_BASE64.matcher(encoded.group(1)).matches()) {
      throw mismatch("%s is not valid base64: '%s'".formatted(name, value));
    }
    return new String(Base64.getDecoder().decode(encoded.group(1)), StandardCharsets.UTF_8);
  }

  private static void require(String name, Optional<String> found, String expected) {
    if (found.isEmpty()) {
      throw mismatch("%s is missing; the body says '%s'".formatted(name, expected));
    }
    if (!found.get().equals(expected)) {
      throw mismatch("%s says '%s', the body says '%s'".formatted(name, found.get(), expected));
    }
  }

  private static RpcException mismatch(String problem) {
    return new RpcException(ErrorCode.HEADER_MISMATCH, "Header mismatch: " + problem);
  }
}
