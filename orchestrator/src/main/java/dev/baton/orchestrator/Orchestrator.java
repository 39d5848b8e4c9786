package dev.baton.orchestrator;

import dev.baton.orchestrator.Housekeeping.Chore;
import dev.baton.orchestrator.OrchestratorSetup.Retention;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.diff.Baselines;
import dev.baton.orchestrator.diff.FileDiffReader;
import dev.baton.orchestrator.dispatch.DispatchSetup;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.event.EventFeed;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.merge.Merges;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.review.ChangeReader;
import dev.baton.orchestrator.review.Commits;
import dev.baton.orchestrator.review.PatchReader;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.TimeOrderedIds;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.TurnPoints;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.orchestrator.update.Resolutions;
import dev.baton.orchestrator.update.Updates;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Workspaces;
import dev.baton.task.jdbc.Database;
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
  private final Dispatcher dispatcher;
  private final Projects projects;
  private final Labels labels;
  private final Board board;
  private final Cards cards;
  private final EventFeed events;
  private final AttemptStarts attemptStarts;
  private final AutoStarts autoStarts;
  private final AutoStarter autoStarter;
  private final Attempts attempts;
  private final AttemptTurns turnHistory;
  private final Transcripts transcripts;
  private final FollowUps followUps;
  private final DevServerControl devServers;
  private final Approvals approvals;
  private final NeedsYou needsYou;
  private final Review review;
  private final AttemptReviews reviews;
  private final ReviewComments comments;
  private final AttemptMerges merges;
  private final AttemptUpdates updates;
  private final Deletions deletions;
  private final Pruner pruner;
  private final StorageCheck storageCheck;
  private final Housekeeping housekeeping;

  private Orchestrator(Store store, OrchestratorSetup setup) {
    var data = setup.dataDirectory();
    var clock = setup.clock();
    var ids = new TimeOrderedIds(clock);
    var git = Git.find(data.resolve("locks"));
    var node = Node.join(store, data);
    var repositories = new Repositories(git);
    var workspaces = new Workspaces(git, data);
    var changeReader = new ChangeReader(git, data, setup.changeLimits());
    var checkpoints = new Checkpoints(git, data);
    var resolutions = new Resolutions(git, checkpoints);
    executors = new AgentExecutors(setup.executors());
    attemptWorkspaces = new AttemptWorkspaces(store, workspaces);
    var changes =
        new WorkspaceChanges(
            attemptWorkspaces, changeReader, new Commits(git, data), resolutions, store, clock);
    dispatcher =
        Dispatcher.open(
            store,
            executors,
            attemptWorkspaces,
            changes,
            new TurnPoints(store, attemptWorkspaces, checkpoints, resolutions),
            new DispatchSetup(
                data, node, setup.rules(), setup.stopPatience(), setup.server(), ids, clock));
    var keys = new RequestKeys(clock);
    var turns = new TurnQueue(ids, clock);
    projects = new Projects(store, repositories, workspaces, setup.rules(), ids, clock);
    labels = new Labels(store, ids);
    autoStarts = new AutoStarts(store, executors);
    board = new Board(store, dispatcher, keys, labels, autoStarts, ids, clock);
    cards = new Cards(store, dispatcher, clock);
    events = new EventFeed(store, dispatcher.signals(), clock);
    var plans = new AttemptPlans(store, node, repositories, workspaces, ids, clock);
    attemptStarts =
        new AttemptStarts(store, executors, plans, attemptWorkspaces, dispatcher, keys, turns);
    autoStarter = new AutoStarter(store, attemptStarts, projects);
    attempts = new Attempts(store, node, dispatcher);
    transcripts = new Transcripts(store, dispatcher.signals());
    followUps = new FollowUps(store, node, executors, dispatcher, attemptWorkspaces, keys, turns);
    devServers = new DevServerControl(store, node, dispatcher.devServers());
    approvals = new Approvals(store, node, dispatcher, clock);
    needsYou = new NeedsYou(store);
    review = new Review(store, node, attemptWorkspaces, changeReader, new PatchReader(git, data));
    turnHistory =
        new AttemptTurns(
            store, node, executors, attemptWorkspaces, review, checkpoints, followUps, clock);
    merges =
        new AttemptMerges(store, node, attemptWorkspaces, review, changes, new Merges(git), clock);
    updates =
        new AttemptUpdates(
            store,
            node,
            attemptWorkspaces,
            review,
            changes,
            merges,
            new Updates(git),
            new ConflictTurns(store, resolutions, followUps, clock),
            clock);
    reviews =
        new AttemptReviews(
            store,
            review,
            changeReader,
            new FileDiffReader(git, data),
            new Baselines(git, data),
            clock);
    comments = new ReviewComments(store, reviews, followUps, ids, clock);
    deletions = new Deletions(store, node, attemptWorkspaces, dispatcher, devServers);
    pruner = new Pruner(store, node, attemptWorkspaces, dispatcher, setup.retention(), clock);
    storageCheck = new StorageCheck(store, ids, clock);
    housekeeping = new Housekeeping(chores(setup.retention()), clock);
  }

  private List<Chore> chores(Retention retention) {
    var chores = new ArrayList<Chore>();
    chores.add(new Chore("The look at approvals", Duration.ZERO, approvals::expire));
    chores.add(new Chore("The end of old events", Duration.ofHours(1), events::forget));
    chores.add(new Chore("The look at time limits", Duration.ZERO, dispatcher::enforceTimes));
    retention
        .interval()
        .ifPresent(
            interval ->
                chores.add(
                    new Chore(
                        "Pruning", interval, () -> LOG.debug("Pruned: {}", pruner.prune(false)))));
    return chores;
  }

  /**
   * Opens the orchestrator of a data directory, and goes on with what an earlier one left. There
   * may be one at a time for a data directory. Who opened the database closes it, afterwards.
   */
  public static Orchestrator open(Database database, OrchestratorSetup setup) {
    var orchestrator = new Orchestrator(Store.open(database), setup);
    orchestrator.recover();
    return orchestrator;
  }

  /**
   * Goes on, in this order: leftovers of calls that were cut short are deleted while no call can be
   * at work; merges that were cut short come to their end before an agent can touch their branches
   * again; only then attempts go on. Who follows events misses nothing before that, because they
   * are in the store. Chores come last, because they look at what goes on.
   */
  private void recover() {
    attemptWorkspaces.sweep();
    merges.recover();
    updates.recover();
    dispatcher.recover();
    events.start();
    housekeeping.start();
    autoStarter.start();
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

  /** What happens, for those who follow it. */
  public EventFeed events() {
    return events;
  }

  public Cards cards() {
    return cards;
  }

  /** Its programs are asked for their versions, which may take seconds. */
  public AgentCatalogue executors() {
    return executors.catalogue();
  }

  public AttemptStarts attemptStarts() {
    return attemptStarts;
  }

  /** What the server starts by itself. */
  public AutoStarts autoStarts() {
    return autoStarts;
  }

  public Attempts attempts() {
    return attempts;
  }

  public AttemptTurns turns() {
    return turnHistory;
  }

  public Transcripts transcripts() {
    return transcripts;
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

  public NeedsYou needsYou() {
    return needsYou;
  }

  public Review review() {
    return review;
  }

  /** The work of attempts as people review it. */
  public AttemptReviews reviews() {
    return reviews;
  }

  public ReviewComments comments() {
    return comments;
  }

  public AttemptMerges merges() {
    return merges;
  }

  public AttemptUpdates updates() {
    return updates;
  }

  public Deletions deletions() {
    return deletions;
  }

  public Pruner pruner() {
    return pruner;
  }

  public StorageCheck storageCheck() {
    return storageCheck;
  }

  @Override
  public void close() {
    autoStarter.close();
    housekeeping.close();
    events.close();
    dispatcher.close();
  }
}
