package dev.baton.app.web.task;

import dev.baton.app.web.board.CardView;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.ModelFields;
import dev.baton.app.web.text.PullRequestWords;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VariantField;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued.QueuedMessage;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The attempt that was chosen.
 *
 * @param variants how its agent can be run
 * @param models with what it can be run; what its newest turn asked for is chosen
 * @param proofs images that its agent attached
 * @param merges what was merged of it, newest first
 * @param requestId lets a form that is sent twice count once
 */
record ChosenAttempt(
    AttemptStatus status,
    String agent,
    VariantField variants,
    ModelFields models,
    List<AttemptRepo> repos,
    List<AskedView> asked,
    List<RememberedView> remembered,
    List<QueuedView> queue,
    List<SessionView> sessions,
    List<ProcessView> processes,
    DevServerView devServer,
    PlaceView place,
    EntriesView conversation,
    List<Image> proofs,
    List<DoneMerge> merges,
    String requestId,
    Instant now) {
  private static final int NEWEST = 4;

  /**
   * What the agent waits for.
   *
   * @param choices what can be chosen; empty if it only asks whether it may
   */
  record AskedView(Approval approval, Optional<Choices> choices) {
    String id() {
      return approval.id().toString();
    }
  }

  /** An answer that holds for the rest of the attempt. */
  record RememberedView(String id, String tool, String summary, boolean isApproved) {
    static RememberedView of(Approval approval) {
      return new RememberedView(
          approval.id().toString(),
          VisibleText.line(approval.toolName()),
          StateView.reason(approval.summary()),
          approval.decision().filter(it -> it == ApprovalDecision.APPROVE).isPresent());
    }

    String word() {
      return isApproved ? "Approved" : "Denied";
    }

    String symbol() {
      return isApproved ? "check" : "cross";
    }
  }

  /**
   * A message that waits.
   *
   * @param words what it says first
   * @param whole how it begins, as the agent gets it
   */
  record QueuedView(UUID id, String words, String whole) {
    /** A view of a message; its reader knows their comments by what they wrote. */
    static QueuedView of(QueuedMessage message, List<ReviewComment> comments) {
      var own =
          comments.stream()
              .filter(it -> it.sentAt().equals(Optional.of(message.queuedAt())))
              .toList();
      return new QueuedView(
          message.queuedId(),
          own.isEmpty()
              ? VisibleText.line(message.promptPreview())
              : "%s: %s"
                  .formatted(
                      MergePage.counted(own.size(), "comment", "comments"),
                      VisibleText.line(own.getFirst().text())),
          VisibleText.of(message.promptPreview()));
    }
  }

  /**
   * A conversation with the agent.
   *
   * @param number counts those of the attempt from one
   */
  record SessionView(UUID id, int number, int turns, Instant since) {
    String words() {
      return Sentence.counted(turns, "turn");
    }

    /**
     * Views for all programs of an attempt, which come oldest first; the newest conversation is the
     * first view.
     */
    static List<SessionView> of(List<ExecutionProcess> processes) {
      var agents =
          processes.stream()
              .filter(it -> it.reason() == ProcessReason.CODING_AGENT)
              .filter(it -> it.sessionId().isPresent())
              .collect(
                  Collectors.groupingBy(
                      it -> it.sessionId().orElseThrow(),
                      LinkedHashMap::new,
                      Collectors.<ExecutionProcess>toList()));
      var sessions = new ArrayList<SessionView>();
      agents.forEach(
          (id, turns) ->
              sessions.add(
                  new SessionView(
                      id, sessions.size() + 1, turns.size(), turns.getFirst().startedAt())));
      return sessions.reversed();
    }
  }

  /** A program that was started for the attempt. */
  record ProcessView(String name, String symbol, String words, String time) {
    static ProcessView of(ExecutionProcess process, Instant now) {
      var span = Duration.between(process.startedAt(), process.endedAt().orElse(now));
      var exit = process.exitCode().map(code -> "exit " + code);
      return switch (process.status()) {
        case RUNNING ->
            new ProcessView(name(process.reason()), "running", "running", Ages.span(span));
        case COMPLETED ->
            new ProcessView(name(process.reason()), "check", exit.orElse("ended"), Ages.span(span));
        case FAILED ->
            new ProcessView(
                name(process.reason()), "cross", exit.orElse("failed"), Ages.span(span));
        case KILLED ->
            new ProcessView(
                name(process.reason()),
                "stop",
                "stopped" + exit.map(code -> ", " + code).orElse(""),
                Ages.span(span));
      };
    }

    private static String name(ProcessReason reason) {
      return switch (reason) {
        case SETUP_SCRIPT -> "Setup";
        case CODING_AGENT -> "Agent";
        case CLEANUP_SCRIPT -> "Cleanup";
        case DEV_SERVER -> "Dev server";
      };
    }
  }

  /**
   * The dev server of the attempt.
   *
   * @param isKnown true if a repository says how to start one
   * @param link where it says that it listens
   */
  record DevServerView(boolean isKnown, boolean isRunning, Optional<String> link) {}

  /**
   * The node that has the attempt.
   *
   * @param others where it could go on; empty if there is nowhere
   */
  record PlaceView(String node, List<String> others) {
    PlaceView {
      others = List.copyOf(others);
    }
  }

  UUID id() {
    return status.attempt().id();
  }

  boolean isRunning() {
    return status.attempt().isRunning();
  }

  /** True if a message has to wait. */
  boolean isBusy() {
    return isRunning() || status.attempt().state() instanceof AttemptState.InLine;
  }

  /** Its place in line and what it waits for. */
  Optional<StateView> waiting() {
    return status.waiting().map(StateView::waiting);
  }

  /** When a message goes out that is written now. */
  String sending(TaskView.Text task) {
    return isRunning()
        ? "It is sent when this turn ends."
        : status
            .waiting()
            .map(it -> "It waits in line: %s.".formatted(VisibleText.line(it.reason())))
            .or(
                () ->
                    task.obstacle()
                        .map(it -> "It does not start: %s.".formatted(VisibleText.line(it))))
            .orElse("It starts at once.");
  }

  /** What was pushed, and its pull requests. */
  List<ProposedView> proposed() {
    return status.standing().pullRequests().stream()
        .filter(row -> row.pushedCommit().isPresent())
        .map(row -> ProposedView.of(row, status.standing().comments()))
        .toList();
  }

  long unsentComments() {
    return status.standing().comments().stream().filter(it -> it.sentAt().isEmpty()).count();
  }

  /** The word on the button: a pull request that there is, or one that could be made. */
  String pullRequestWord() {
    return PullRequestWords.find(status.standing().pullRequests())
        .flatMap(row -> row.pullRequest())
        .map(found -> "Pull request #" + found.number())
        .orElse("Pull request…");
  }

  String pullRequestSource() {
    return PullRequestPage.source(status);
  }

  boolean canTalk() {
    return status.latestSessionId().isPresent();
  }

  List<ProcessView> newestProcesses() {
    return processes.subList(0, Math.min(NEWEST, processes.size()));
  }

  List<ProcessView> earlierProcesses() {
    return processes.subList(newestProcesses().size(), processes.size());
  }

  /** Why the last turn failed; empty also if somebody stopped it. */
  Optional<String> failure() {
    return stopped().isPresent()
        ? Optional.empty()
        : status.attempt().state().failureSummary().map(VisibleText::of);
  }

  /** Who stopped the last turn, in words that may be empty. */
  Optional<String> stopped() {
    return status.attempt().state().stoppedBy().map(StateView::stopped);
  }

  /** What the target has changed in another way, as long as nothing else tells more of it. */
  Optional<StateView> conflict() {
    return status.attempt().state() instanceof AttemptState.Completed
            && merges.stream().noneMatch(DoneMerge::isLast)
        ? status.attempt().conflict().map(StateView::conflicting)
        : Optional.empty();
  }

  /** Whether the last turn failed or was stopped, which a merge has to say yes to. */
  boolean isUnfinished() {
    return status.attempt().state().failureSummary().isPresent();
  }

  Instant changedAt() {
    return status.attempt().updatedAt();
  }

  String age(Instant since) {
    return Ages.since(since, now);
  }

  String targets() {
    return MergePage.targets(repos);
  }

  String path() {
    return status.workspacePath().toString();
  }

  /** The end of the path, which tells it from others. */
  String shortPath() {
    var path = status.workspacePath();
    var count = path.getNameCount();
    return count > 2 ? "…/" + path.subpath(count - 2, count) : path.toString();
  }

  String editorAddress() {
    return "vscode://file" + status.workspacePath().toUri().getRawPath();
  }

  String tokens() {
    return status
        .usage()
        .flatMap(TokenUsage::tokens)
        .map(it -> "%s in, %s out".formatted(thousands(it.input()), thousands(it.output())))
        .orElse("unknown");
  }

  String cost() {
    return status.usage().flatMap(CardView::money).orElse("unknown");
  }

  private static String thousands(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
