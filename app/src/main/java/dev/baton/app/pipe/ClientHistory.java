package dev.baton.app.pipe;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Remembers what a client has said that matters if its server is restarted. Not thread safe. */
final class ClientHistory {
  private static final String SUBSCRIPTION = "subscriptions/listen";

  /** Methods whose repetition changes nothing. */
  private static final Set<String> HARMLESS =
      Set.of(
          "ping",
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "completion/complete",
          "logging/setLevel",
          SUBSCRIPTION,
          "tasks/get",
          "tasks/list",
          "tasks/result");

  /** A request that nobody has answered. */
  record Open(JsonNode message, String line) {
    String method() {
      return message.path("method").asString("");
    }
  }

  private final Map<JsonNode, Open> open = new LinkedHashMap<>();
  private final Set<String> readOnlyTools = new HashSet<>();
  private Optional<ObjectNode> greeting = Optional.empty();

  void asked(JsonNode message, String line) {
    if (message.has("id") && message.has("method")) {
      open.put(message.get("id"), new Open(message, line));
    }
  }

  /** Takes note of an answer; one to the greeting means that it was accepted. */
  void answered(JsonNode message) {
    if (!message.has("id") || message.has("method")) {
      // why: the server's own questions have ids too, which may be those of the client's requests
      return;
    }
    var request = open.remove(message.get("id"));
    if (request != null
        && request.method().equals("initialize")
        && message.has("result")
        && request.message() instanceof ObjectNode accepted) {
      greeting = Optional.of(accepted.deepCopy());
    }
  }

  /** Takes note that the client was told that nobody will answer. */
  void forget(Open request) {
    open.remove(request.message().path("id"));
  }

  /** These tools change nothing. */
  void mayRepeatTools(Set<String> names) {
    readOnlyTools.addAll(names);
  }

  Optional<ObjectNode> greeting() {
    return greeting.map(ObjectNode::deepCopy);
  }

  List<Open> open() {
    return List.copyOf(open.values());
  }

  /** True if the client waits for an answer; news may come or not, so nobody waits for them. */
  boolean isAnswerAwaited() {
    return open.values().stream().anyMatch(request -> !request.method().equals(SUBSCRIPTION));
  }

  /** True if it does no harm when the request is made a second time. */
  boolean mayRepeat(Open request) {
    if (request.method().equals("initialize")) {
      return true;
    }
    if (!request.method().equals("tools/call")) {
      return HARMLESS.contains(request.method());
    }
    var params = request.message().path("params");
    return readOnlyTools.contains(params.path("name").asString(""))
        || params.path("arguments").path("request_id").isString();
  }
}
