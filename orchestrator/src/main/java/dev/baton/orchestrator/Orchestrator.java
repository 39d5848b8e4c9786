package dev.baton.orchestrator;

import dev.baton.database.Database;
import dev.baton.orchestrator.Housekeeping.Chore;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.dispatch.AttemptEngine;
import dev.baton.orchestrator.event.EventFeed;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.followup.AttemptTurns;
import dev.baton.orchestrator.followup.FollowUps;
import dev.baton.orchestrator.followup.Images;
import dev.baton.orchestrator.followup.ReviewComments;
import dev.baton.orchestrator.git.PackService;
import dev.baton.orchestrator.insight.Insights;
import dev.baton.orchestrator.notice.Notices;
import dev.baton.orchestrator.planning.AutoStarts;
import dev.baton.orchestrator.planning.Board;
import dev.baton.orchestrator.planning.Cards;
import dev.baton.orchestrator.planning.Labels;
import dev.baton.orchestrator.planning.NeedsYou;
import dev.baton.orchestrator.planning.Projects;
import dev.baton.orchestrator.progress.Approvals;
import dev.baton.orchestrator.progress.Attempts;
import dev.baton.orchestrator.progress.Costs;
import dev.baton.orchestrator.progress.DevServerControl;
import dev.baton.orchestrator.progress.Transcripts;
import dev.baton.orchestrator.remote.RemoteCalls;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.orchestrator.review.AttemptReviews;
import dev.baton.orchestrator.review.AttemptWork;
import dev.baton.orchestrator.shipping.AttemptMerges;
import dev.baton.orchestrator.shipping.AttemptPullRequests;
import dev.baton.orchestrator.shipping.AttemptUpdates;
import dev.baton.orchestrator.shipping.ConflictTurns;
import dev.baton.orchestrator.shipping.PullRequestWatch;
import dev.baton.orchestrator.start.AttemptStarts;
import dev.baton.orchestrator.start.AutoStarter;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.update.Updates;
import dev.baton.orchestrator.upkeep.Deletions;
import dev.baton.orchestrator.upkeep.Nodes;
import dev.baton.orchestrator.upkeep.Pruner;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import dev.baton.orchestrator.upkeep.StorageCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns everything that a user can do. Thread safe. A use case may throw a failure of a tool with
 * the next step in its hint; what git and the database throw becomes one by {@link CallFailures}.
 * Closing it leaves agents running: the next one finds them again.
 */
public final class Orchestrator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Orchestrator.class);

  private final AgentExecutors executors;
  private final AttemptWorkspaces attemptWorkspaces;
  private final AttemptEngine engine;
  private final Projects projects;
  private final Labels labels;
  private final Board board;
  private final Cards cards;
  private final EventFeed events;
  private final Notices notices;
  private final PackService packs;
  private final RemoteCalls remoteCalls;
  private final RemoteOperations remoteOperations;
  private final AttemptStarts attemptStarts;
  private final AutoStarts autoStarts;
  private final AutoStarter autoStarter;
  private final Attempts attempts;
  private final AttemptTurns turnHistory;
  private final Transcripts transcripts;
  private final FollowUps followUps;
  private final Images images;
  private final DevServerControl devServers;
  private final Approvals approvals;
  private final Costs costs;
  private final Insights insights;
  private final NeedsYou needsYou;
  private final boolean isServer;
  private final Nodes nodes;
  private final AttemptWork work;
  private final AttemptReviews reviews;
  private final ReviewComments comments;
  private final AttemptMerges merges;
  private final AttemptUpdates updates;
  private final AttemptPullRequests pullRequests;
  private final PullRequestWatch pullRequestWatch;
  private final Deletions deletions;
  private final Pruner pruner;
  private final StorageCheck storageCheck;
  private final Housekeeping housekeeping;

  private Orchestrator(Store store, OrchestratorSetup setup) {
    var base = new Foundation(store, setup);
    var node = base.node;
    var ids = base.ids;
    var clock = base.clock;
    executors = base.executors;
    engine = base.engine;
    var dispatcher = engine.dispatcher();
    var budgets = dispatcher.budgets();
    var signals = engine.signals();
    var stops = engine.stops();
    var strays = engine.strayPrograms();
    var directories = engine.directories();
    attemptWorkspaces = base.attemptWorkspaces;
    remoteCalls = base.remoteCalls;
    remoteOperations = base.remoteOperations;
    var delivered = base.delivered;
    isServer = setup.node().kind() == NodeSetup.Kind.SERVER;
    var keys = base.keys;
    var turns = base.turns;
    projects =
        new Projects(store, node, base.repositories, base.workspaces, setup.rules(), ids, clock);
    labels = new Labels(store, ids);
    autoStarts = new AutoStarts(store, executors, dispatcher, clock);
    board = new Board(store, dispatcher, keys, labels, autoStarts, ids, clock);
    costs = new Costs(store, budgets, dispatcher, clock);
    insights = new Insights(store, clock);
    cards = new Cards(store, dispatcher, budgets, clock);
    packs = new PackService(base.git);
    events = new EventFeed(store, signals, this::hear, clock);
    notices = new Notices(store, events, setup.notices(), node.name(), clock);
    attemptStarts =
        new AttemptStarts(
            store, executors, base.plans, attemptWorkspaces, dispatcher, directories, keys, turns);
    autoStarter = new AutoStarter(store, events, attemptStarts, projects, budgets);
    attempts = new Attempts(store, node, dispatcher, stops, signals, attemptWorkspaces);
    transcripts = new Transcripts(store, signals);
    followUps =
        new FollowUps(store, node, executors, dispatcher, stops, attemptWorkspaces, keys, turns);
    devServers = new DevServerControl(store, node, engine.devServers());
    approvals = new Approvals(store, node, dispatcher, engine.approvals(), clock);
    needsYou = new NeedsYou(store, budgets);
    nodes = new Nodes(store, node, dispatcher, engine.interruption(), turns, clock);
    work = base.work;
    turnHistory =
        new AttemptTurns(
            store, node, executors, attemptWorkspaces, work, base.checkpoints, followUps, clock);
    merges =
        new AttemptMerges(
            store, node, attemptWorkspaces, delivered, base.merges, base.watch, clock);
    updates =
        new AttemptUpdates(
            store,
            node,
            attemptWorkspaces,
            work,
            base.changes,
            merges,
            new Updates(base.git),
            new ConflictTurns(store, base.resolutions, followUps, clock),
            clock);
    var remotes = base.remotes;
    pullRequestWatch = new PullRequestWatch(store, node, attemptWorkspaces, remotes, clock);
    pullRequests =
        new AttemptPullRequests(
            store, attemptWorkspaces, delivered, remotes, pullRequestWatch, clock);
    reviews = new AttemptReviews(store, work, base.changeReader, base.git, base.data, clock);
    images = new Images(store, node, work, ids, clock);
    comments = new ReviewComments(store, reviews, followUps, ids, clock);
    deletions =
        new Deletions(
            store, node, attemptWorkspaces, strays, directories, devServers, remoteOperations);
    pruner = new Pruner(store, node, attemptWorkspaces, directories, setup.retention(), clock);
    storageCheck = new StorageCheck(store, ids, clock);
    housekeeping = new Housekeeping(chores(setup.retention(), base.watch::lookAround), clock);
  }

  private List<Chore> chores(Retention retention, Runnable conflicts) {
    var chores = new ArrayList<Chore>();
    chores.add(new Chore("Ending approvals that are too old", Duration.ZERO, approvals::expire));
    chores.add(new Chore("The end of old events", Duration.ofHours(1), events::forget));
    chores.add(
        new Chore(
            "Looking at pull requests", PullRequestWatch.INTERVAL, pullRequestWatch::beginRound));
    chores.add(new Chore("Looking for conflicts", Duration.ZERO, conflicts));
    chores.add(new Chore("Enforcing time limits", Duration.ZERO, engine::enforceTimes));
    chores.add(new Chore("Bringing work home", Duration.ofMinutes(5), this::bringHome));
    chores.add(
        new Chore(
            "Bringing home what could not be", Duration.ofSeconds(15), attempts::bringUndelivered));
    Runnable pruning = () -> LOG.debug("Pruned: {}", pruner.prune(false));
    retention.interval().ifPresent(it -> chores.add(new Chore("Pruning", it, pruning)));
    return chores;
  }

  /**
   * Opens the orchestrator of a data directory, and goes on with what an earlier one left. There
   * may be one at a time for a data directory. Who opened the database closes it, afterwards.
   */
  public static Orchestrator open(Database database, OrchestratorSetup setup) {
    var orchestrator = new Orchestrator(Store.open(database), setup);
    try {
      orchestrator.recover();
    } catch (RuntimeException e) {
      orchestrator.close();
      throw e;
    }
    return orchestrator;
  }

  /**
   * Recovers, and the order matters: leftovers of interrupted calls are deleted while no call can
   * be at work; interrupted merges are finished before an agent can touch their branches again;
   * only then do attempts continue. Readers of events miss nothing before that, because events are
   * in the store. Chores come last, because they look at running attempts.
   */
  private void recover() {
    attemptWorkspaces.sweep();
    merges.recover();
    updates.recover();
    costs.recover();
    engine.recover();
    events.start();
    notices.start();
    housekeeping.start();
    if (isServer) {
      autoStarter.start();
    }
  }

  /** What went elsewhere ends here first, so that nothing is brought of it. */
  private void bringHome() {
    engine.endMovedPrograms();
    attempts.bringHome();
  }

  private void hear(NodeNews news) {
    engine.hear(news);
    remoteCalls.hear(news);
  }

  public Projects projects() {
    return projects;
  }

  public Labels labels() {
    return labels;
  }

  public Board board() {
    return board;
  }

  public EventFeed events() {
    return events;
  }

  public Notices notices() {
    return notices;
  }

  /** Repositories for the git of workers. */
  public PackService packs() {
    return packs;
  }

  /** What nodes ask each other. */
  public RemoteCalls remoteCalls() {
    return remoteCalls;
  }

  /** Calls that another node answers, because it has the attempt. */
  public RemoteOperations remoteOperations() {
    return remoteOperations;
  }

  public Cards cards() {
    return cards;
  }

  /** Its programs are asked for their versions, which may take seconds. */
  public AgentCatalogue executors() {
    return executors.catalogue();
  }

  public Costs costs() {
    return costs;
  }

  public Insights insights() {
    return insights;
  }

  public AttemptStarts attemptStarts() {
    return attemptStarts;
  }

  public AutoStarts autoStarts() {
    return autoStarts;
  }

  /** Where attempts stand; they are listed and stopped here. */
  public Attempts attempts() {
    return attempts;
  }

  /** Earlier turns, and a new try from one of them. */
  public AttemptTurns turns() {
    return turnHistory;
  }

  public Transcripts transcripts() {
    return transcripts;
  }

  public Images images() {
    return images;
  }

  public FollowUps followUps() {
    return followUps;
  }

  public DevServerControl devServers() {
    return devServers;
  }

  public Approvals approvals() {
    return approvals;
  }

  /** What waits for a person. */
  public NeedsYou needsYou() {
    return needsYou;
  }

  public Nodes nodes() {
    return nodes;
  }

  /** Changes, files and patches of an attempt, for programs. */
  public AttemptWork work() {
    return work;
  }

  /** Changes file by file, and how far each person is with them. */
  public AttemptReviews reviews() {
    return reviews;
  }

  /** What people remark on changes, and send to the agent. */
  public ReviewComments comments() {
    return comments;
  }

  public AttemptMerges merges() {
    return merges;
  }

  public AttemptUpdates updates() {
    return updates;
  }

  public AttemptPullRequests pullRequests() {
    return pullRequests;
  }

  /** How pull requests stand at their forge. */
  public PullRequestWatch pullRequestWatch() {
    return pullRequestWatch;
  }

  public Deletions deletions() {
    return deletions;
  }

  /** Clears away what is older than the retention. */
  public Pruner pruner() {
    return pruner;
  }

  /** Whether the database takes writes. */
  public StorageCheck storageCheck() {
    return storageCheck;
  }

  @Override
  public void close() {
    autoStarter.close();
    housekeeping.close();
    notices.close();
    bringHome();
    remoteCalls.close();
    pullRequestWatch.close();
    events.close();
    engine.close();
  }
}
