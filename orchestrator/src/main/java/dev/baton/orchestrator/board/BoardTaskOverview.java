package dev.baton.orchestrator.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A task with what a list of tasks tells about its attempts.
 *
 * @param labels by their names
 * @param hasInProgressAttempt true if an agent or a script of any attempt runs
 * @param lastAttemptFailed true if the newest attempt failed
 * @param needsInput true if an agent of any attempt waits for an answer
 */
public record BoardTaskOverview(
    BoardTask task,
    Optional<LatestAttempt> latestAttempt,
    List<Label> labels,
    boolean hasInProgressAttempt,
    boolean lastAttemptFailed,
    boolean needsInput) {
  public BoardTaskOverview {
    labels = List.copyOf(labels);
  }

  /** Changes with title, description and labels, and with nothing else. */
  public String textVersion() {
    var words = new ArrayList<String>();
    words.add(task.title());
    words.add(task.description().orElse(""));
    labels.forEach(label -> words.add(label.name()));
    return UUID.nameUUIDFromBytes(String.join("\0", words).getBytes(UTF_8)).toString();
  }

  /** The same with these labels. */
  public BoardTaskOverview withLabels(List<Label> others) {
    return new BoardTaskOverview(
        task, latestAttempt, others, hasInProgressAttempt, lastAttemptFailed, needsInput);
  }

  /** The newest attempt, and the newest session in it. */
  public record LatestAttempt(
      UUID attemptId, String workspaceBranch, Optional<LatestSession> session) {}

  /** The newest session of an attempt. */
  public record LatestSession(UUID sessionId, String executor) {}
}
