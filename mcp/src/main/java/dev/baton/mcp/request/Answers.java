package dev.baton.mcp.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The client's answers to an {@link InputRequest}, by key. */
public record Answers(Map<String, ObjectNode> byKey) {
  public Answers {
    byKey = Collections.unmodifiableMap(new LinkedHashMap<>(byKey));
  }

  /** The whole answer to a question that was asked. */
  public ObjectNode answer(String key) {
    var answer = byKey.get(key);
    if (answer == null) {
      throw new IllegalArgumentException(
          "'%s' was not asked; asked: %s".formatted(key, byKey.keySet()));
    }
    return answer;
  }

  /** What the user filled in, or empty if the user declined or closed the form. */
  public Optional<ObjectNode> accepted(String key) {
    var answer = answer(key);
    return answer.path("action").asString("").equals("accept")
            && answer.path("content") instanceof ObjectNode content
        ? Optional.of(content)
        : Optional.empty();
  }
}
