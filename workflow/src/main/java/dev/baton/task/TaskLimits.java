package dev.baton.task;

import java.time.Duration;

/**
 * How much and how long a store keeps. Immutable.
 *
 * @param livePerOwner tasks of one owner that are neither final nor expired
 * @param variableBytes all variables of one task, as JSON in UTF-8
 * @param defaultTimeToLive of a tool call for which nobody wished another
 * @param minTimeToLive what a shorter wish is raised to
 * @param maxTimeToLive what a longer wish is cut to; also what a workflow run gets
 * @param defaultPollInterval what a client is told to wait between two looks
 */
public record TaskLimits(
    int livePerOwner,
    int variableBytes,
    Duration defaultTimeToLive,
    Duration minTimeToLive,
    Duration maxTimeToLive,
    Duration defaultPollInterval) {

  /** 1000 live tasks, 1 MiB of variables, 1 h to live (from 1 s to 7 days), polled every second. */
  public static final TaskLimits DEFAULT =
      new TaskLimits(
          1000,
          1024 * 1024,
          Duration.ofHours(1),
          Duration.ofSeconds(1),
          Duration.ofDays(7),
          Duration.ofSeconds(1));

  public TaskLimits {
    require(livePerOwner > 0, "livePerOwner must be positive, got " + livePerOwner);
    require(variableBytes > 0, "variableBytes must be positive, got " + variableBytes);
    require(isPositive(minTimeToLive), "minTimeToLive must be positive, got " + minTimeToLive);
    require(
        minTimeToLive.compareTo(defaultTimeToLive) <= 0
            && defaultTimeToLive.compareTo(maxTimeToLive) <= 0,
        "defaultTimeToLive must be from %s to %s, got %s"
            .formatted(minTimeToLive, maxTimeToLive, defaultTimeToLive));
    require(
        isPositive(defaultPollInterval),
        "defaultPollInterval must be positive, got " + defaultPollInterval);
  }

  /**
   * What becomes of a wish: a short one is raised, a long one cut.
   *
   * @throws IllegalArgumentException if the wish is zero or negative
   */
  public Duration timeToLive(long wishedMillis) {
    require(
        wishedMillis > 0,
        "A time to live is a positive number of milliseconds, got %d; leave it out for the default of %d"
            .formatted(wishedMillis, defaultTimeToLive.toMillis()));
    // why: clamped as numbers, because a wish of Long.MAX_VALUE is legal and only means the longest
    return Duration.ofMillis(
        Math.min(Math.max(wishedMillis, minTimeToLive.toMillis()), maxTimeToLive.toMillis()));
  }

  /** What a task of this kind gets if nobody wished otherwise. */
  public Duration defaultTimeToLive(TaskKind kind) {
    return switch (kind) {
      case TOOL_CALL -> defaultTimeToLive;
      // why: a run waits for people and models, so it gets all there is and is renewed step by step
      case WORKFLOW_RUN -> maxTimeToLive;
    };
  }

  /** True if the task's variables are within the limit. */
  public boolean hasRoomFor(TaskRecord task) {
    return task.variableBytes() <= variableBytes;
  }

  /**
   * True if the task's variables leave a quarter of the limit free, which is for what a run keeps
   * beside its results: its progress, and references to further results.
   */
  public boolean hasRoomForResults(TaskRecord task) {
    return task.variableBytes() <= variableBytes / 4L * 3;
  }

  /** The same limits with another number of live tasks. */
  public TaskLimits withLivePerOwner(int tasks) {
    return new TaskLimits(
        tasks, variableBytes, defaultTimeToLive, minTimeToLive, maxTimeToLive, defaultPollInterval);
  }

  /** The same limits with another size of variables. */
  public TaskLimits withVariableBytes(int bytes) {
    return new TaskLimits(
        livePerOwner, bytes, defaultTimeToLive, minTimeToLive, maxTimeToLive, defaultPollInterval);
  }

  private static boolean isPositive(Duration duration) {
    return duration.compareTo(Duration.ZERO) > 0;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
