package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a client asks of workflows, and what it reads in the answers. */
final class Told {
  static final String ELICITATION = "{'elicitation': {}}";
  static final String TASKS = "{'extensions': {'io.modelcontextprotocol/tasks': {}}}";
  static final String NOTHING = "{}";

  private Told() {}

  static Answer prompt(TestClient client, String name, String arguments) {
    return prompt(client, name, arguments, "{}");
  }

  static Answer prompt(TestClient client, String name, String arguments, String meta) {
    return client.request("prompts/get", get(name, arguments, meta));
  }

  static ObjectNode get(String name, String arguments, String meta) {
    var params = Json.object().put("name", name);
    params.set("arguments", TestClient.json(arguments));
    params.set("_meta", TestClient.json(meta));
    return params;
  }

  static ObjectNode call(String tool, String arguments) {
    var params = Json.object().put("name", tool);
    params.set("arguments", TestClient.json(arguments));
    return params;
  }

  /** Calls a tool with this {@code _meta}. */
  static Answer call(TestClient client, String tool, String arguments, String meta) {
    var params = call(tool, arguments);
    params.set("_meta", TestClient.json(meta));
    return client.request("tools/call", params);
  }

  /** Repeats a request with answers to what it was asked. */
  static Answer retry(
      TestClient client, String method, ObjectNode params, Answer asked, String responses) {
    var again = params.deepCopy();
    again.set("requestState", asked.result().path("requestState"));
    again.set("inputResponses", TestClient.json(responses));
    return client.request(method, again);
  }

  /** Every message of a trace, as its role and text. */
  static List<String> trace(Answer answer) {
    return answer
        .result()
        .path("messages")
        .valueStream()
        .map(message -> message.path("role").asString("") + ": " + text(message.path("content")))
        .toList();
  }

  private static String text(JsonNode content) {
    return switch (content.path("type").asString("")) {
      case "text" -> content.path("text").asString("");
      case "resource" ->
          "[%s] %s"
              .formatted(
                  content.path("resource").path("uri").asString(""),
                  content.path("resource").path("text").asString(""));
      case "resource_link" -> "[link %s]".formatted(content.path("uri").asString(""));
      default -> content.toString();
    };
  }

  /** The last message of a trace. */
  static String last(Answer answer) {
    return trace(answer).getLast();
  }

  static JsonNode meta(Answer answer) {
    return answer.result().path("_meta");
  }

  static String taskId(Answer answer) {
    return meta(answer).path("task_id").asString("");
  }

  /** What a tool answers for programs. */
  static JsonNode structured(Answer answer) {
    return answer.result().path("structuredContent");
  }

  /** What the reply says of the recording of its call. */
  static JsonNode recorded(Answer answer) {
    return meta(answer).path("dev.baton/recorded");
  }

  static boolean isQuestion(Answer answer) {
    return answer.result().path("resultType").asString("").equals("input_required");
  }

  /** The keys of the questions in an answer. */
  static List<String> asked(Answer answer) {
    return List.copyOf(((ObjectNode) answer.result().path("inputRequests")).propertyNames());
  }

  /** An accepted form, as an answer by key. */
  static String accept(String key, String content) {
    return "{'%s': {'action': 'accept', 'content': %s}}".formatted(key, content);
  }
}
