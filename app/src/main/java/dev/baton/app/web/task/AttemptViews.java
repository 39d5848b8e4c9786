package dev.baton.app.web.task;

import dev.baton.app.web.task.ChosenAttempt.AskedView;
import dev.baton.app.web.task.ChosenAttempt.DevServerView;
import dev.baton.app.web.task.ChosenAttempt.PlaceView;
import dev.baton.app.web.task.ChosenAttempt.ProcessView;
import dev.baton.app.web.task.ChosenAttempt.QueuedView;
import dev.baton.app.web.task.ChosenAttempt.RememberedView;
import dev.baton.app.web.task.ChosenAttempt.SessionView;
import dev.baton.app.web.task.TaskView.Part;
import dev.baton.app.web.task.TaskView.Shown;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.ModelFields;
import dev.baton.app.web.text.VariantField;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.progress.Transcripts.LogQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.task.TaskOwner;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads what the task page shows of the chosen attempt. */
final class AttemptViews {
  private static final int LINES_OF_DEV_SERVER = 200;
  private static final int MOST_PROCESSES = 50;

  private static final Pattern OWN_ADDRESS =
      Pattern.compile(
          "https?://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d{1,5})?(?:/[\\w./-]*)?");

  private final Orchestrator orchestrator;
  private final ConversationReader conversations;
  private final TurnNumbers turns;
  private final Clock clock;

  AttemptViews(Orchestrator orchestrator, ConversationReader conversations, Clock clock) {
    this.orchestrator = orchestrator;
    this.conversations = conversations;
    this.turns = new TurnNumbers(orchestrator);
    this.clock = clock;
  }

  /** Those of the merges of its task that brought an attempt home. */
  static List<DoneMerge> of(AttemptStatus status, List<DoneMerge> merges) {
    return merges.stream()
        .filter(merge -> merge.attemptId().equals(status.attempt().id()))
        .toList();
  }

  ChosenAttempt of(AttemptStatus status, List<DoneMerge> merges, Part part) {
    var attempt = status.attempt();
    var now = clock.instant();
    var processes = orchestrator.attempts().processes(attempt.id());
    var channel = part.shown() == Shown.RAW ? LogChannel.RAW : LogChannel.NORMALIZED;
    var agent = AgentNames.of(attempt.executor());
    var newest = turns.findNewest(attempt.id());
    return new ChosenAttempt(
        status,
        agent,
        VariantField.of(orchestrator, attempt, newest.map(TurnOverview::variant).orElse("")),
        models(attempt, newest),
        orchestrator.attempts().context(attempt.id()).repos(),
        status.pendingApprovals().stream()
            .map(
                approval ->
                    new AskedView(
                        approval, Choices.find(orchestrator, attempt.id(), approval.toolName())))
            .toList(),
        orchestrator.approvals().listRemembered(attempt.id()).stream()
            .map(RememberedView::of)
            .toList(),
        queue(attempt, part.reader()),
        SessionView.of(processes),
        processes.reversed().stream()
            .limit(MOST_PROCESSES)
            .map(process -> ProcessView.of(process, now))
            .toList(),
        devServer(attempt, processes),
        place(attempt),
        part.before()
            .map(index -> conversations.before(attempt, channel, index))
            .orElseGet(() -> conversations.newest(attempt, channel)),
        orchestrator.images().listProofs(attempt.id()),
        of(status, merges),
        UUID.randomUUID().toString(),
        now);
  }

  private List<QueuedView> queue(Attempt attempt, TaskOwner reader) {
    var messages = orchestrator.followUps().listQueued(attempt.id());
    if (messages.isEmpty()) {
      return List.of();
    }
    var comments = orchestrator.comments().list(reader, attempt.id());
    return messages.stream().map(message -> QueuedView.of(message, comments)).toList();
  }

  private ModelFields models(Attempt attempt, Optional<TurnOverview> newest) {
    return new ModelFields(
        "",
        AgentNames.of(attempt.executor()),
        orchestrator
            .nodes()
            .findExecutor(attempt)
            .flatMap(NodeFacts.Executor::models)
            .orElse(ModelCatalogue.NONE),
        newest.map(TurnOverview::choice).orElse(ModelChoice.NONE));
  }

  private PlaceView place(Attempt attempt) {
    var node = attempt.home().orElse("");
    return new PlaceView(
        node,
        orchestrator.nodes().list().stream()
            .filter(other -> !node.isEmpty() && !other.name().equals(node))
            .filter(other -> other.room() > 0 && other.isLive())
            .filter(
                other ->
                    other
                        .facts()
                        .flatMap(facts -> facts.findExecutor(attempt.executor()))
                        .isPresent())
            .map(KnownNode::name)
            .toList());
  }

  private DevServerView devServer(Attempt attempt, List<ExecutionProcess> processes) {
    var running =
        processes.stream()
            .filter(it -> it.reason() == ProcessReason.DEV_SERVER && it.isRunning())
            .map(ExecutionProcess::id)
            .toList();
    var isKnown =
        orchestrator.projects().listRepos(attempt.projectId()).stream()
            .anyMatch(repo -> repo.scripts().devServer().isPresent());
    return new DevServerView(
        isKnown, !running.isEmpty(), running.isEmpty() ? Optional.empty() : link(attempt, running));
  }

  /** Where a dev server says that it listens; only this machine is believed. */
  private Optional<String> link(Attempt attempt, List<UUID> processes) {
    return orchestrator
        .transcripts()
        .logs(
            new LogQuery(
                attempt.id(),
                LogChannel.RAW,
                Tail.newest(PageLimit.items(LINES_OF_DEV_SERVER)),
                Duration.ZERO),
            PageView.<LogEntry>plain())
        .items()
        .stream()
        .filter(entry -> processes.contains(entry.processId()))
        .flatMap(entry -> OWN_ADDRESS.matcher(entry.content()).results().map(MatchResult::group))
        .findFirst();
  }
}
