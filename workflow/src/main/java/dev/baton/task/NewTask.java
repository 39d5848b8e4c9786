package dev.baton.task;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task that is not stored yet. Immutable but for the JSON inside, which a store copies.
 *
 * @param subject what runs: the tool's name and arguments, or the workflow's
 * @param timeToLive taken as it is; {@link TaskLimits#timeToLive(long)} turns a client's wish into
 *     it
 * @param holder the program that works on it from the start, by its name in {@link Presence}
 */
public record NewTask(
    TaskOwner owner,
    TaskKind kind,
    ObjectNode subject,
    Duration timeToLive,
    Duration pollInterval,
    Map<String, JsonNode> variables,
    Optional<String> holder) {

  public NewTask {
    timeToLive = positive("time to live", timeToLive);
    pollInterval = positive("poll interval", pollInterval);
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /** A task without variables that lives and is polled as the limits have it for its kind. */
  public static NewTask of(TaskOwner owner, TaskKind kind, ObjectNode subject, TaskLimits limits) {
    return new NewTask(
        owner,
        kind,
        subject,
        limits.defaultTimeToLive(kind),
        limits.defaultPollInterval(),
        Map.of(),
        Optional.empty());
  }

  public NewTask withTimeToLive(Duration lifetime) {
    return new NewTask(owner, kind, subject, lifetime, pollInterval, variables, holder);
  }

  public NewTask withVariable(String name, JsonNode value) {
    Map<String, JsonNode> more = new LinkedHashMap<>(variables);
    more.put(name, value);
    return new NewTask(owner, kind, subject, timeToLive, pollInterval, more, holder);
  }

  /** Worked on by this program from the start. */
  public NewTask heldBy(String program) {
    return new NewTask(
        owner, kind, subject, timeToLive, pollInterval, variables, Optional.of(program));
  }

  /** The record that a store writes first: {@code working}, version 1. */
  public TaskRecord toRecord(TaskId id, Instant now) {
    // why: databases keep milliseconds at best everywhere, and all stores must give back the same
    Instant createdAt = now.truncatedTo(ChronoUnit.MILLIS);
    return new TaskRecord(
        id,
        owner,
        kind,
        subject,
        TaskStatus.WORKING,
        Optional.empty(),
        createdAt,
        createdAt,
        timeToLive,
        createdAt,
        pollInterval,
        variables,
        Map.of(),
        Map.of(),
        Optional.empty(),
        holder,
        1);
  }

  private static Duration positive(String what, Duration duration) {
    Duration millis = duration.truncatedTo(ChronoUnit.MILLIS);
    if (millis.compareTo(Duration.ZERO) <= 0) {
      throw new IllegalArgumentException(
          "The %s of a task is at least 1 ms, got %s".formatted(what, duration));
    }
    return millis;
  }
}
