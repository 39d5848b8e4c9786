package dev.baton.task;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of a record that may change, for as long as it takes to make the next record of them.
 * Not thread safe; never leaves the method that made it.
 */
final class TaskRecordEdit {
  private final TaskRecord before;
  ObjectNode subject;
  TaskStatus status;
  Optional<String> statusMessage;
  Instant updatedAt;
  Duration timeToLive;
  Instant renewedAt;
  final Map<String, JsonNode> variables;
  final Map<String, JsonNode> inputRequests;
  final Map<String, JsonNode> inputResponses;
  Optional<TaskOutcome> outcome;
  Optional<String> holder;
  long version;

  TaskRecordEdit(TaskRecord before) {
    this.before = before;
    subject = before.subject();
    status = before.status();
    statusMessage = before.statusMessage();
    updatedAt = before.updatedAt();
    timeToLive = before.timeToLive();
    renewedAt = before.renewedAt();
    variables = new LinkedHashMap<>(before.variables());
    inputRequests = new LinkedHashMap<>(before.inputRequests());
    inputResponses = new LinkedHashMap<>(before.inputResponses());
    outcome = before.outcome();
    holder = before.holder();
    version = before.version();
  }

  TaskRecord toRecord() {
    return toRecord(subject);
  }

  TaskRecord toDeepCopy() {
    variables.replaceAll((name, value) -> value.deepCopy());
    inputRequests.replaceAll((key, value) -> value.deepCopy());
    inputResponses.replaceAll((key, value) -> value.deepCopy());
    outcome = outcome.map(TaskRecordEdit::deepCopy);
    return toRecord(subject.deepCopy());
  }

  private static TaskOutcome deepCopy(TaskOutcome outcome) {
    return outcome.fold(
        result -> new TaskOutcome.Result(result.value().deepCopy()),
        error ->
            new TaskOutcome.Error(
                error.code(), error.message(), error.data().map(JsonNode::deepCopy)));
  }

  private TaskRecord toRecord(ObjectNode what) {
    return new TaskRecord(
        before.id(),
        before.owner(),
        before.kind(),
        what,
        status,
        statusMessage,
        before.createdAt(),
        updatedAt,
        timeToLive,
        renewedAt,
        before.pollInterval(),
        variables,
        inputRequests,
        inputResponses,
        outcome,
        holder,
        version);
  }
}
