package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import dev.baton.schema.RecordJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** An expected failure of a tool; it tells the caller the next step, and has no stack trace. */
public final class ToolFailure extends RuntimeException {
  private final FailureCode code;
  private final String message;
  private final String hint;
  private final transient Map<String, ?> details;

  public ToolFailure(FailureCode code, String message, String hint) {
    this(code, message, hint, Map.of());
  }

  /**
   * A failure with values that a program can read.
   *
   * @param hint the next tool and field
   * @param details anything that can be written as JSON, in this order
   */
  public ToolFailure(FailureCode code, String message, String hint, Map<String, ?> details) {
    super(message, null, false, false);
    this.code = code;
    this.message = message;
    this.hint = hint;
    this.details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  public FailureCode code() {
    return code;
  }

  public String hint() {
    return hint;
  }

  public Map<String, ?> details() {
    return details;
  }

  public boolean retryable() {
    return code.retryable();
  }

  /** The envelope of every failure. */
  public ObjectNode toJson() {
    var json =
        Json.object()
            .put("code", code.wireName())
            .put("message", message)
            .put("retryable", retryable())
            .put("hint", hint);
    if (!details.isEmpty()) {
      json.set("details", RecordJson.encode(details));
    }
    return json;
  }
}
