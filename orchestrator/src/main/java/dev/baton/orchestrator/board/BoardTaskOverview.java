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
 * @param blockers what it waits for, done or not, in the order in which it was said
 * @param autoStart if the server starts it when they are done
 * @param hasInProgressAttempt true if an agent or a script of any attempt runs
 * @param lastAttemptFailed true if the newest attempt failed
 * @param needsInput true if an agent of any attempt waits for an answer
 */
public record BoardTaskOverview(
    BoardTask task,
    Optional<LatestAttempt> latestAttempt,
    List<Label> labels,
    List<Blocker> blockers,
    Optional<AutoStart> autoStart,
    boolean hasInProgressAttempt,
    boolean lastAttemptFailed,
    boolean needsInput) {
  public BoardTaskOverview {
    labels = List.copyOf(labels);
    blockers = List.copyOf(blockers);
  }

  /** What it still waits for. */
  public List<Blocker> openBlockers() {
    return blockers.stream().filter(Blocker::isOpen).toList();
  }

  /** Changes with title, description, labels, what it waits for and how it starts by itself. */
  public String textVersion() {
    var words = new ArrayList<String>();
    words.add(task.title());
    words.add(task.description().orElse(""));
    labels.forEach(label -> words.add(label.name()));
    words.add(task.priority().name());
    blockers.forEach(blocker -> words.add(blocker.taskId().toString()));
    autoStart.ifPresent(it -> words.add(it.executor() + " " + it.variant().orElse("")));
    return UUID.nameUUIDFromBytes(String.join("\0", words).getBytes(UTF_8)).toString();
  }

  /** The same with these labels. */
  public BoardTaskOverview withLabels(List<Label> others) {
    return new BoardTaskOverview(
        task,
        latestAttempt,
        others,
        blockers,
        autoStart,
        hasInProgressAttempt,
        lastAttemptFailed,
        needsInput);
  }

  /** The same, which waits for these. */
  public BoardTaskOverview withBlockers(List<Blocker> others) {
    return new BoardTaskOverview(
        task,
        latestAttempt,
        labels,
        others,
        autoStart,
        hasInProgressAttempt,
        lastAttemptFailed,
        needsInput);
  }

  /** The same, which is started when nothing blocks it any more. */
  public BoardTaskOverview withAutoStart(AutoStart start) {
    return new BoardTaskOverview(
        task,
        latestAttempt,
        labels,
        blockers,
        Optional.of(start),
        hasInProgressAttempt,
        lastAttemptFailed,
        needsInput);
  }

  /** The newest attempt, and the newest session in it. */
  public record LatestAttempt(
      UUID attemptId, String workspaceBranch, Optional<LatestSession> session) {}

  /** The newest session of an attempt. */
  public record LatestSession(UUID sessionId, String executor) {}
}
