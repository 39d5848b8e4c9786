package dev.baton.task;

import java.util.UUID;

/** A task's id: not to be guessed, so whoever knows it was told. Immutable, thread safe. */
public record TaskId(String value) {
  public TaskId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("A task id is not blank");
    }
  }

  /** A new id with 122 random bits. */
  public static TaskId random() {
    return new TaskId(UUID.randomUUID().toString());
  }

  @Override
  public String toString() {
    return value;
  }
}
