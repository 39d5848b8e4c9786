package dev.baton.orchestrator.ingest;

import dev.baton.mcp.internal.text.Sha256;
import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A short text that two questions of agents share if they are about the same input. The order of
 * members and the way in which a number is written make no difference.
 */
final class InputKey {
  private InputKey() {}

  static String of(ApprovalRequested request) {
    var text = new StringBuilder();
    if (request.input().isEmpty()) {
      // why: an agent that does not say the input would else be allowed everything
      text.append("summary ").append(request.summary());
    } else {
      write(request.input(), text);
    }
    return Sha256.hex(text.toString());
  }

  private static void write(JsonNode value, StringBuilder text) {
    if (value.isObject()) {
      var members = new TreeMap<String, JsonNode>();
      value.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
      text.append('{');
      members.forEach(
          (name, member) -> {
            quote(name, text);
            write(member, text);
          });
      text.append('}');
    } else if (value.isArray()) {
      text.append('[');
      value.forEach(item -> write(item, text));
      text.append(']');
    } else if (value.isNumber()) {
      text.append(value.decimalValue().stripTrailingZeros()).append(' ');
    } else if (value.isString()) {
      quote(value.stringValue(), text);
    } else {
      text.append(value).append(' ');
    }
  }

  /** The length says where the text ends, whatever it holds. */
  private static void quote(String words, StringBuilder text) {
    text.append(words.length()).append('"').append(words);
  }
}
