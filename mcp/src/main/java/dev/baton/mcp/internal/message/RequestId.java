package dev.baton.mcp.internal.message;

import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The id of a request, given back exactly as it came: a string stays a string, a number a number.
 */
public record RequestId(Object value) {
  public RequestId {
    if (!(value instanceof String || value instanceof BigInteger)) {
      throw new IllegalArgumentException("A request id is a string or an integer, not " + value);
    }
  }

  public static RequestId of(String value) {
    return new RequestId(value);
  }

  public static RequestId of(long value) {
    return new RequestId(BigInteger.valueOf(value));
  }

  /** Empty if the JSON is neither a string nor an integer. */
  public static Optional<RequestId> read(JsonNode json) {
    if (json.isString()) {
      return Optional.of(new RequestId(json.stringValue()));
    }
    return json.isIntegralNumber()
        ? Optional.of(new RequestId(json.bigIntegerValue()))
        : Optional.empty();
  }

  public JsonNode toJson() {
    return value instanceof String text
        ? JsonNodeFactory.instance.stringNode(text)
        : JsonNodeFactory.instance.numberNode((BigInteger) value);
  }

  // why: a record's own are put together at run time, and the first request would wait for that
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestId(Object theirs) && value.equals(theirs);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
