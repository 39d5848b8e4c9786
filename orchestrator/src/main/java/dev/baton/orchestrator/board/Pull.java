package dev.baton.orchestrator.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * How the server takes tasks of a project by itself.
 *
 * @param limit how many of them run at most; 0 takes none
 * @param labels only tasks with all of these
 * @param failures how many of them failed in a row
 * @param pausedReason why it takes none until somebody resumes it
 */
public record Pull(
    int limit,
    String executor,
    Optional<String> variant,
    List<String> labels,
    int failures,
    Optional<String> pausedReason) {
  /** After so many failures in a row the next one would probably fail, too. */
  public static final int MOST_FAILURES = 3;

  public Pull {
    labels = List.copyOf(labels);
  }

  public Pull(int limit, String executor, Optional<String> variant, List<String> labels) {
    this(limit, executor, variant, labels, 0, Optional.empty());
  }

  /** Changes with what people set, and with nothing else. */
  public String version() {
    var words = new ArrayList<>(List.of("" + limit, executor, variant.orElse("")));
    words.addAll(labels);
    return UUID.nameUUIDFromBytes(String.join("\0", words).getBytes(UTF_8)).toString();
  }

  /** Whether failures are the reason of its pause, or would be. */
  public boolean hasFailedTooOften() {
    return failures >= MOST_FAILURES;
  }

  /** The same after a task that went well. */
  public Pull succeeded() {
    return with(0, pausedReason);
  }

  /** The same after a task that failed. */
  public Pull failed(String reason) {
    var count = failures + 1;
    return with(
        count,
        count < MOST_FAILURES
            ? pausedReason
            : Optional.of("%d failures in a row; the last: %s".formatted(count, reason)));
  }

  public Pull paused(String reason) {
    return with(failures, Optional.of(reason));
  }

  public Pull resumed() {
    return with(0, Optional.empty());
  }

  /** The same after a label got another name. */
  public Pull withLabel(String oldName, String newName) {
    var names = labels.stream().map(name -> name.equals(oldName) ? newName : name).toList();
    return new Pull(limit, executor, variant, names, failures, pausedReason);
  }

  private Pull with(int count, Optional<String> reason) {
    return new Pull(limit, executor, variant, labels, count, reason);
  }
}
