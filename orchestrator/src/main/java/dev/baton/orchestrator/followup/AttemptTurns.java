package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.attempt.TurnCommit;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.followup.FollowUp.FollowUpStarted;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.page.IndexPosition;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageCut;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.review.AttemptWork;
import dev.baton.orchestrator.start.TurnQueue;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.UpdateTable.UpdateIntent;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.EarlierConversation;
import dev.baton.orchestrator.update.StoredUpdate;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import dev.baton.orchestrator.workspace.KeptRef;
import dev.baton.orchestrator.workspace.Workspace;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Shows the turns of attempts, and takes them back. Thread safe. */
public final class AttemptTurns {
  /**
   * A turn that has begun.
   *
   * @param promptPreview how its prompt begins
   * @param commitBefore the commit that it found; with several repositories, each with its name;
   *     the empty text if nobody knows, and then it cannot be retried
   * @param commitAfter the commit that it left, likewise; empty while it runs or if nobody knows
   */
  public record ShownTurn(
      TurnOverview turn,
      String promptPreview,
      String commitBefore,
      Optional<String> commitAfter,
      Optional<TokenUsage> usage) {}

  /**
   * A turn to do again.
   *
   * @param index which one
   * @param promptText what to tell the agent; what it was told then if empty
   * @param variant the one of then if empty
   * @param choice the model and effort; those of then if empty
   * @param images what to show it; what it was shown then if empty
   * @param files what to show it besides, which is kept with the turn
   * @param overBudget whether it begins although a budget is used up
   */
  public record RetryRequest(
      UUID attemptId,
      long index,
      Optional<String> promptText,
      Optional<String> variant,
      ModelChoice choice,
      Optional<List<UUID>> images,
      List<NewImage> files,
      boolean overBudget) {
    public RetryRequest {
      files = List.copyOf(files);
    }

    /** With the model, effort and images of then. */
    public RetryRequest(
        UUID attemptId, long index, Optional<String> promptText, Optional<String> variant) {
      this(
          attemptId,
          index,
          promptText,
          variant,
          ModelChoice.NONE,
          Optional.empty(),
          List.of(),
          false);
    }
  }

  /** What the agent of a retried turn knows of the conversation before it. */
  public enum Conversation {
    /** A new conversation, in which the agent was told what was said before. */
    SUMMARISED,
    /** A new conversation with the prompt alone. */
    NEW
  }

  /**
   * A turn that is done again.
   *
   * @param keptRefs keep what was dropped
   * @param targets the target branches of then that the attempt has again, and had left
   */
  public record RetriedTurn(
      FollowUpStarted started,
      Conversation conversation,
      List<String> keptRefs,
      List<String> targets) {
    public RetriedTurn {
      keptRefs = List.copyOf(keptRefs);
      targets = List.copyOf(targets);
    }
  }

  private final Store store;
  private final Node node;
  private final AgentExecutors executors;
  private final AttemptWorkspaces workspaces;
  private final AttemptWork work;
  private final Checkpoints checkpoints;
  private final FollowUps followUps;
  private final Clock clock;

  public AttemptTurns(
      Store store,
      Node node,
      AgentExecutors executors,
      AttemptWorkspaces workspaces,
      AttemptWork work,
      Checkpoints checkpoints,
      FollowUps followUps,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.executors = executors;
    this.workspaces = workspaces;
    this.work = work;
    this.checkpoints = checkpoints;
    this.followUps = followUps;
    this.clock = clock;
  }

  /**
   * Puts the workspace back to before a turn, and has it done again; returns when the agent runs.
   * What is dropped is kept first; the driver of the attempt puts back, so that a crash in between
   * does not matter.
   */
  public RetriedTurn retry(RetryRequest request) {
    request.promptText().ifPresent(RequiredText::prompt);
    var attempt = store.read(tables -> CallSubject.attemptOf(node, tables, request.attemptId()));
    CallSubject.refuseUnlessAtRest(attempt);
    var turn = store.read(tables -> loadBegun(tables, request));
    var workspace = work.workspace(attempt.id());
    var targets = listReturningTargets(attempt.id(), turn.index());
    var kept = keep(workspace, loadPoints(workspace, turn));
    var prompt =
        new TurnPrompt(
                request.promptText().orElse(turn.promptText()), request.variant().or(turn::variant))
            .with(request.choice())
            .pastBudget(request.overBudget())
            .showing(store.read(tables -> images(tables, attempt, turn, request)));
    executors.check(attempt.executor(), prompt.choice());
    var conversation = conversation(attempt, turn, prompt);
    var started =
        followUps.begin(
            "retry_turn",
            attempt.id(),
            prompt.inPlaceOf(turn),
            request.files(),
            tables -> {
              replaceUpdate(tables, turn);
              TurnQueue.takeBackComments(tables, turn, prompt.text());
            });
    return new RetriedTurn(started, conversation, kept, targets);
  }

  /**
   * The target branches that an attempt left since a turn, and gets back if that is retried; with
   * several repositories, each with its name.
   */
  public List<String> listReturningTargets(UUID attemptId, long index) {
    return store.read(
        tables -> {
          var repos = tables.attempts().listRepos(attemptId);
          var points =
              tables
                  .turns()
                  .findByIndex(attemptId, index)
                  .map(turn -> tables.turnCommits().list(turn.id()))
                  .orElse(List.of());
          return repos.stream()
              .flatMap(
                  repo ->
                      points.stream()
                          .filter(point -> point.repoId().equals(repo.repoId()))
                          .flatMap(point -> point.target().stream())
                          .map(TurnCommit.Target::branch)
                          .filter(branch -> !branch.equals(repo.targetBranch()))
                          .map(
                              branch ->
                                  repos.size() == 1 ? branch : repo.repoName() + ":" + branch))
              .toList();
        });
  }

  private static List<UUID> images(
      Tables tables, Attempt attempt, Turn turn, RetryRequest request) {
    request.images().ifPresent(chosen -> Images.check(tables, attempt, chosen));
    return request
        .images()
        .orElseGet(() -> tables.images().listOfTurn(turn.id()).stream().map(Image::id).toList());
  }

  private Conversation conversation(Attempt attempt, Turn turn, TurnPrompt prompt) {
    var variant = executors.variant(attempt.executor(), prompt.variant().orElse(""));
    var earlier =
        store.read(tables -> new EarlierConversation(tables).before(attempt.id(), turn.index()));
    return variant.mode() == TurnMode.NO_CONTEXT || earlier.isEmpty()
        ? Conversation.NEW
        : Conversation.SUMMARISED;
  }

  /** What an update left unfinished is dropped with the turns, unless it is what is done again. */
  private void replaceUpdate(Tables tables, Turn turn) {
    workspaces.refuseIfHeld(turn.attemptId());
    tables.updates().delete(turn.attemptId());
    turn.resolution()
        .or(() -> findUnfinished(tables, turn))
        .ifPresent(
            stored ->
                tables
                    .updates()
                    .insert(new UpdateIntent(turn.attemptId(), stored), clock.instant()));
  }

  /** The conflict that an earlier turn had left when this one began. */
  private static Optional<String> findUnfinished(Tables tables, Turn turn) {
    var merging =
        tables.turnCommits().list(turn.id()).stream()
            .flatMap(point -> point.merging().stream())
            .collect(Collectors.toSet());
    return tables.turns().listResolutionsBefore(turn).stream()
        .filter(
            stored ->
                StoredUpdate.read(stored).resolution().stream()
                    .flatMap(resolution -> resolution.repos().stream())
                    .anyMatch(repo -> merging.contains(repo.targetCommit())))
        .findFirst();
  }

  private static Turn loadBegun(Tables tables, RetryRequest request) {
    return tables
        .turns()
        .findByIndex(request.attemptId(), request.index())
        .filter(turn -> turn.status() == TurnStatus.DONE)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "Attempt %s has had no turn %d".formatted(request.attemptId(), request.index()),
                    "Call list_turns with this attempt_id, and repeat retry_turn with one of its"
                        + " turns"));
  }

  /** How the repositories were before a turn, by their names. */
  private Map<String, Checkpoint> loadPoints(Workspace workspace, Turn turn) {
    var found = new LinkedHashMap<String, Checkpoint>();
    var points = store.read(tables -> tables.turnCommits().list(turn.id()));
    for (var repo : store.read(tables -> tables.attempts().listRepos(workspace.attempt()))) {
      points.stream()
          .filter(point -> point.repoId().equals(repo.repoId()))
          .map(point -> new Checkpoint(point.commitBefore(), point.filesBefore(), point.merging()))
          .filter(point -> checkpoints.isThere(workspace.repo(repo.repoName()), point))
          .forEach(point -> found.put(repo.repoName(), point));
    }
    boolean isKnown = workspace.repos().stream().allMatch(repo -> found.containsKey(repo.name()));
    if (!isKnown) {
      throw ToolFailure.invalid(
          "/turn",
          "Nobody knows how the workspace was before turn %d of attempt %s"
              .formatted(turn.index(), workspace.attempt()),
          "Call list_turns and choose a later turn, or call follow_up instead");
    }
    return found;
  }

  /** Keeps what is there now, and returns the refs that have it. */
  private List<String> keep(Workspace workspace, Map<String, Checkpoint> points) {
    var before =
        workspaces.listKept(workspace).stream().map(KeptRef::ref).collect(Collectors.toSet());
    var refs = new ArrayList<String>();
    for (var point : points.entrySet()) {
      var repo = workspace.repo(point.getKey());
      var now = checkpoints.look(workspace, repo);
      checkpoints.keep(workspace, repo, point.getValue()).stream()
          .filter(
              kept ->
                  !before.contains(kept.ref())
                      || kept.commit().equals(now.commit())
                      || kept.commit().equals(now.whole()))
          .map(KeptRef::ref)
          .forEach(refs::add);
    }
    return refs.stream().distinct().toList();
  }

  /** Newest first. */
  public <V> Page<V> list(UUID attemptId, PageRequest page, PageView<ShownTurn, V> view) {
    var turns =
        store.read(
            tables -> {
              CallSubject.attempt(tables, attemptId);
              var repos = tables.attempts().listRepos(attemptId);
              var commits = new Commits(repos, tables.turnCommits().listOfAttempt(attemptId));
              var usage = tables.costs().ofTurns(attemptId);
              return tables
                  .turnOverviews()
                  .listBegun(attemptId, IndexPosition.from(page).index(), page.limit().items() + 1)
                  .stream()
                  .map(turn -> show(turn, commits, usage))
                  .toList();
            });
    return PageCut.page(
        turns, page, view, shown -> new IndexPosition(shown.turn().index()).cursor(page.list()));
  }

  private static ShownTurn show(TurnOverview turn, Commits commits, Map<UUID, Cost> usage) {
    return new ShownTurn(
        turn,
        FollowUps.preview(turn.promptText()),
        commits.before(turn),
        commits.after(turn.id()),
        Optional.ofNullable(usage.get(turn.id())).flatMap(Cost::usage));
  }

  /**
   * The commits of all turns of an attempt.
   *
   * @param repos in the order in which they were chosen
   * @param all in the order of the turns
   */
  private record Commits(List<AttemptRepo> repos, List<TurnCommit> all) {
    private String before(TurnOverview turn) {
      return join(repo -> find(turn.id(), repo).map(TurnCommit::commitBefore))
          // why only before the end: nobody has looked yet; of one that ended nobody knows
          .or(
              () ->
                  turn.endedAt().isPresent()
                      ? Optional.empty()
                      : join(repo -> Optional.of(latest(repo))))
          .orElse("");
    }

    private Optional<String> after(UUID turnId) {
      return join(repo -> find(turnId, repo).flatMap(TurnCommit::commitAfter));
    }

    private Optional<TurnCommit> find(UUID turnId, AttemptRepo repo) {
      return all.stream()
          .filter(commit -> commit.turnId().equals(turnId))
          .filter(commit -> commit.repoId().equals(repo.repoId()))
          .findFirst();
    }

    private String latest(AttemptRepo repo) {
      return all.stream()
          .filter(commit -> commit.repoId().equals(repo.repoId()))
          .flatMap(commit -> commit.commitAfter().stream())
          .reduce((_, last) -> last)
          .orElse(repo.baseCommit());
    }

    private Optional<String> join(Function<AttemptRepo, Optional<String>> commitOf) {
      var texts =
          repos.stream()
              .flatMap(
                  repo ->
                      commitOf.apply(repo).stream()
                          .map(
                              commit ->
                                  repos.size() == 1 ? commit : repo.repoName() + ":" + commit))
              .toList();
      return texts.size() < repos.size() ? Optional.empty() : Optional.of(String.join(" ", texts));
    }
  }
}
