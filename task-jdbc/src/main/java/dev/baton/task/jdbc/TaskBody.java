package dev.baton.task.jdbc;

import dev.baton.task.TaskOutcome;
import dev.baton.task.TaskRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parts of a task that no query asks for, as one JSON object. Immutable, thread safe. */
record TaskBody(ObjectNode json) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  static TaskBody of(TaskRecord task) {
    ObjectNode json = JSON.objectNode();
    json.set("subject", task.subject());
    task.statusMessage().ifPresent(message -> json.put("statusMessage", message));
    if (!task.renewedAt().equals(task.createdAt())) {
      json.put("renewedAt", task.renewedAt().toEpochMilli());
    }
    task.holder().ifPresent(program -> json.put("holder", program));
    put(json, "variables", task.variables());
    put(json, "inputRequests", task.inputRequests());
    put(json, "inputResponses", task.inputResponses());
    task.outcome()
        .ifPresent(outcome -> json.set("outcome", outcome.fold(TaskBody::of, TaskBody::of)));
    return new TaskBody(json);
  }

  ObjectNode subject() {
    return (ObjectNode) json.required("subject");
  }

  Optional<String> statusMessage() {
    return json.optional("statusMessage").map(JsonNode::asString);
  }

  Optional<Instant> renewedAt() {
    return json.optional("renewedAt").map(millis -> Instant.ofEpochMilli(millis.asLong()));
  }

  Optional<String> holder() {
    return json.optional("holder").map(JsonNode::asString);
  }

  Map<String, JsonNode> map(String name) {
    Map<String, JsonNode> map = new LinkedHashMap<>();
    json.path(name).properties().forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return map;
  }

  Optional<TaskOutcome> outcome() {
    return json.optional("outcome").map(TaskBody::toOutcome);
  }

  private static TaskOutcome toOutcome(JsonNode outcome) {
    if (outcome.has("result")) {
      return new TaskOutcome.Result((ObjectNode) outcome.required("result"));
    }
    return new TaskOutcome.Error(
        outcome.required("code").asInt(),
        outcome.required("message").asString(),
        outcome.optional("data"));
  }

  private static ObjectNode of(TaskOutcome.Result result) {
    ObjectNode json = JSON.objectNode();
    json.set("result", result.value());
    return json;
  }

  private static ObjectNode of(TaskOutcome.Error error) {
    ObjectNode json = JSON.objectNode().put("code", error.code()).put("message", error.message());
    error.data().ifPresent(data -> json.set("data", data));
    return json;
  }

  private static void put(ObjectNode json, String name, Map<String, JsonNode> map) {
    if (!map.isEmpty()) {
      json.putObject(name).setAll(map);
    }
  }
}
