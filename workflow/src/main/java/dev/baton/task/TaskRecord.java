package dev.baton.task;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task as the store keeps it: a change is a new record with the same id. Immutable, thread safe,
 * but for the JSON inside: each reader of a store has a copy of its own.
 *
 * {@snippet file="dev/baton/task/TaskExamplesTest.java" region="change"}
 *
 * @param subject what runs: the tool's name and arguments, or the workflow's
 * @param timeToLive counted from {@code renewedAt}; when it is over the task does not exist
 * @param renewedAt when it was given its whole time to live; at first, when it was made
 * @param inputRequests what the task waits for, by key; not empty only while {@code INPUT_REQUIRED}
 * @param inputResponses what was answered so far, by key; an answered key is never asked again
 * @param holder the program that works on it, by its name in {@link Presence}; empty if none does
 * @param version rises with every change, from 1; the store compares it before it writes
 */
public record TaskRecord(
    TaskId id,
    TaskOwner owner,
    TaskKind kind,
    ObjectNode subject,
    TaskStatus status,
    Optional<String> statusMessage,
    Instant createdAt,
    Instant updatedAt,
    Duration timeToLive,
    Instant renewedAt,
    Duration pollInterval,
    Map<String, JsonNode> variables,
    Map<String, JsonNode> inputRequests,
    Map<String, JsonNode> inputResponses,
    Optional<TaskOutcome> outcome,
    Optional<String> holder,
    long version) {

  public TaskRecord {
    if (!inputRequests.isEmpty() && status != TaskStatus.INPUT_REQUIRED) {
      throw new IllegalArgumentException(
          "Task %s is %s, so it cannot wait for input".formatted(id, status.wireName()));
    }
    if (outcome.isPresent() && !status.isFinal()) {
      throw new IllegalArgumentException(
          "Task %s is %s, so it cannot have an outcome".formatted(id, status.wireName()));
    }
    variables = ordered(variables);
    inputRequests = ordered(inputRequests);
    inputResponses = ordered(inputResponses);
  }

  /**
   * In another status; requests for input that nobody answered are withdrawn, and nobody works on a
   * task that is final.
   */
  public TaskRecord becoming(TaskStatus next) {
    if (!status.mayBecome(next)) {
      throw new IllegalTransitionException(id, status, next);
    }
    return edited(
        edit -> {
          edit.status = next;
          if (next != TaskStatus.INPUT_REQUIRED) {
            edit.inputRequests.clear();
          }
          if (next.isFinal()) {
            edit.holder = Optional.empty();
          }
        });
  }

  /** Worked on by this program, as {@link Presence} names it. */
  public TaskRecord heldBy(String program) {
    return edited(edit -> edit.holder = Optional.of(program));
  }

  /** The same record without a holder. */
  public TaskRecord released() {
    return edited(edit -> edit.holder = Optional.empty());
  }

  /** Forgets of its subject what is not needed any more. */
  public TaskRecord withSubject(ObjectNode what) {
    return edited(edit -> edit.subject = what);
  }

  public TaskRecord withStatusMessage(String message) {
    return edited(edit -> edit.statusMessage = Optional.of(message));
  }

  public TaskRecord withVariable(String name, JsonNode value) {
    return edited(edit -> edit.variables.put(name, value));
  }

  public TaskRecord withoutVariable(String name) {
    return edited(edit -> edit.variables.remove(name));
  }

  public TaskRecord completedWith(ObjectNode result) {
    return becoming(TaskStatus.COMPLETED).endedBy(new TaskOutcome.Result(result));
  }

  /** Failed with a protocol error, whose message is the status message too. */
  public TaskRecord failedWith(int code, String message) {
    return failedWith(new TaskOutcome.Error(code, message, Optional.empty()));
  }

  /** Failed with a protocol error that carries data. */
  public TaskRecord failedWith(int code, String message, JsonNode data) {
    return failedWith(new TaskOutcome.Error(code, message, Optional.of(data)));
  }

  private TaskRecord failedWith(TaskOutcome.Error error) {
    return becoming(TaskStatus.FAILED).withStatusMessage(error.message()).endedBy(error);
  }

  public TaskRecord cancelled(String message) {
    return becoming(TaskStatus.CANCELLED).withStatusMessage(message);
  }

  /**
   * Waits for these answers, beside those it waits for already.
   *
   * @throws IllegalArgumentException if there is no request, or a key was asked or answered before
   */
  public TaskRecord awaitingInput(Map<String, JsonNode> requests) {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("Task %s must ask for something".formatted(id));
    }
    requests.keySet().forEach(this::requireNewKey);
    return becoming(TaskStatus.INPUT_REQUIRED).edited(edit -> edit.inputRequests.putAll(requests));
  }

  /** Takes the answers that are outstanding and ignores others; works on when none is left. */
  public TaskRecord answered(Map<String, JsonNode> responses) {
    Map<String, JsonNode> taken = new LinkedHashMap<>(responses);
    taken.keySet().retainAll(inputRequests.keySet());
    if (taken.isEmpty()) {
      return this;
    }
    TaskRecord answered =
        edited(
            edit -> {
              edit.inputRequests.keySet().removeAll(taken.keySet());
              edit.inputResponses.putAll(taken);
            });
    return answered.inputRequests.isEmpty() ? answered.becoming(TaskStatus.WORKING) : answered;
  }

  /** Asks no longer for what these keys stand for; works on when nothing else is asked. */
  public TaskRecord withdrawing(Collection<String> keys) {
    if (inputRequests.keySet().stream().noneMatch(keys::contains)) {
      return this;
    }
    TaskRecord left = edited(edit -> edit.inputRequests.keySet().removeAll(keys));
    return left.inputRequests.isEmpty() ? left.becoming(TaskStatus.WORKING) : left;
  }

  /** Expires that long after {@code now}, sooner or later than before. */
  public TaskRecord renewedFor(Duration fromNow, Instant now) {
    if (fromNow.compareTo(Duration.ZERO) <= 0) {
      throw new IllegalArgumentException(
          "Task %s is renewed for a positive time, got %s".formatted(id, fromNow));
    }
    return edited(
        edit -> {
          edit.timeToLive = fromNow.truncatedTo(ChronoUnit.MILLIS);
          edit.renewedAt = now.truncatedTo(ChronoUnit.MILLIS);
        });
  }

  /** The first moment at which the task does not exist. */
  public Instant expiresAt() {
    return renewedAt.plus(timeToLive);
  }

  public boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt());
  }

  /** The size of all variables as one JSON object in UTF-8. */
  public long variableBytes() {
    return JsonSize.of(variables);
  }

  /**
   * What a store writes in place of this record: the change applied and checked, with the next
   * version. Every store uses it, so that all refuse the same with the same words.
   *
   * @throws IllegalTransitionException if this record is final or may not become what it was made
   * @throws TaskLimitException if the variables are too large and larger than before
   */
  public TaskChange changedBy(
      Function<TaskRecord, TaskChange> change, Instant now, TaskLimits limits) {
    // why: the change gets a copy, so that what it does to JSON in place is measured against the
    // old
    TaskChange made = change.apply(deepCopy());
    return new TaskChange(next(made.record(), now, limits), made.results(), made.removed());
  }

  private TaskRecord next(TaskRecord changed, Instant now, TaskLimits limits) {
    if (!status.mayBecome(changed.status)) {
      throw new IllegalTransitionException(id, status, changed.status);
    }
    requireSameTask(changed);
    // why: a task from a time of larger limits can still shrink, and end
    if (!limits.hasRoomFor(changed) && changed.variableBytes() > variableBytes()) {
      throw TaskLimitException.variablesTooLarge(changed, limits);
    }
    return changed.edited(
        edit -> {
          edit.updatedAt = now.truncatedTo(ChronoUnit.MILLIS);
          edit.version = version + 1;
        });
  }

  /** A record that shares no JSON with this one. */
  TaskRecord deepCopy() {
    return new TaskRecordEdit(this).toDeepCopy();
  }

  private void requireSameTask(TaskRecord changed) {
    if (!id.equals(changed.id)
        || !owner.equals(changed.owner)
        || kind != changed.kind
        || !createdAt.equals(changed.createdAt)) {
      throw new IllegalArgumentException(
          "Task %s keeps its id, owner, kind and creation time; change it by the methods of its record"
              .formatted(id));
    }
  }

  private void requireNewKey(String key) {
    if (inputRequests.containsKey(key) || inputResponses.containsKey(key)) {
      throw new IllegalArgumentException(
          "Task %s has asked for '%s' already; use a new key".formatted(id, key));
    }
  }

  private TaskRecord endedBy(TaskOutcome ending) {
    return edited(edit -> edit.outcome = Optional.of(ending));
  }

  private TaskRecord edited(Consumer<TaskRecordEdit> change) {
    var edit = new TaskRecordEdit(this);
    change.accept(edit);
    return edit.toRecord();
  }

  private static Map<String, JsonNode> ordered(Map<String, JsonNode> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
