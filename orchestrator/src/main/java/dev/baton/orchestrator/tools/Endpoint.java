package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where an operation can be had over HTTP, by POST with its arguments as a JSON body.
 *
 * @param path a part in braces, such as {@code {task_id}}, is an argument
 * @param answerNames the fields of the answer and what they are called here; empty if the answer
 *     stays as it is
 */
public record Endpoint(String path, Map<String, String> answerNames) {
  public Endpoint {
    answerNames = Collections.unmodifiableMap(new LinkedHashMap<>(answerNames));
  }

  /** The endpoint that every operation has. */
  public static Endpoint of(String tool) {
    return new Endpoint("/api/" + tool, Map.of());
  }

  /** The operation's answer as this endpoint gives it. */
  public ObjectNode answer(ObjectNode answer) {
    if (answerNames.isEmpty()) {
      return answer;
    }
    var renamed = Json.object();
    answerNames.forEach((field, name) -> renamed.set(name, answer.path(field)));
    return renamed;
  }
}
