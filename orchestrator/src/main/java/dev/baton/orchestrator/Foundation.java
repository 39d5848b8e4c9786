package dev.baton.orchestrator;

import dev.baton.orchestrator.call.RequestKeys;
import dev.baton.orchestrator.changes.ChangeReader;
import dev.baton.orchestrator.changes.Commits;
import dev.baton.orchestrator.changes.PatchReader;
import dev.baton.orchestrator.dispatch.AttemptEngine;
import dev.baton.orchestrator.dispatch.DispatchSetup;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.merge.MergePreviews;
import dev.baton.orchestrator.merge.Merges;
import dev.baton.orchestrator.mirror.Mirrors;
import dev.baton.orchestrator.mirror.ReachFinder;
import dev.baton.orchestrator.mirror.WorkDelivery;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.node.SharedClock;
import dev.baton.orchestrator.remote.RemoteCalls;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.orchestrator.review.AttemptWork;
import dev.baton.orchestrator.shipping.ConflictWatch;
import dev.baton.orchestrator.shipping.DeliveredWork;
import dev.baton.orchestrator.shipping.ForgeRemotes;
import dev.baton.orchestrator.start.AttemptPlans;
import dev.baton.orchestrator.start.TurnQueue;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.TurnPoints;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.orchestrator.update.Resolutions;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Workspaces;
import java.nio.file.Path;

/**
 * The ground that all use cases stand on: the store, git, workspaces, agents, and what runs
 * attempts.
 */
final class Foundation {
  final Path data;
  final SharedClock clock;
  final TimeOrderedIds ids;
  final Git git;
  final Node node;
  final Repositories repositories;
  final Workspaces workspaces;
  final Mirrors mirrors;
  final AttemptWorkspaces attemptWorkspaces;
  final ChangeReader changeReader;
  final Checkpoints checkpoints;
  final Resolutions resolutions;
  final WorkspaceChanges changes;
  final Merges merges;
  final ConflictWatch watch;
  final AgentExecutors executors;
  final AttemptEngine engine;
  final RemoteCalls remoteCalls;
  final RequestKeys keys;
  final TurnQueue turns;
  final AttemptPlans plans;
  final ForgeRemotes remotes;
  final AttemptWork work;
  final RemoteOperations remoteOperations;
  final DeliveredWork delivered;

  Foundation(Store store, OrchestratorSetup setup) {
    data = setup.dataDirectory();
    clock = SharedClock.of(store, setup.clock());
    ids = new TimeOrderedIds(clock);
    git = Git.find(data.resolve("locks"));
    node = Node.join(store, data, setup.node(), setup.room());
    repositories = new Repositories(git);
    workspaces = new Workspaces(git, data);
    changeReader = new ChangeReader(git, data, setup.changeLimits());
    checkpoints = new Checkpoints(git, data);
    resolutions = new Resolutions(git, checkpoints);
    executors = new AgentExecutors(setup.executors());
    var server = setup.node().server();
    mirrors = new Mirrors(store, git, node.name(), data, server);
    mirrors.adopt();
    remoteCalls = new RemoteCalls(store, node, ids);
    keys = new RequestKeys(clock);
    turns = new TurnQueue(ids, clock);
    plans = new AttemptPlans(store, repositories, workspaces, mirrors, ids, clock);
    remotes = new ForgeRemotes(git, setup.forges());
    attemptWorkspaces =
        new AttemptWorkspaces(
            store,
            node,
            workspaces,
            mirrors,
            new WorkDelivery(mirrors, git, checkpoints, workspaces),
            clock);
    attemptWorkspaces.adopt();
    changes =
        new WorkspaceChanges(
            attemptWorkspaces, changeReader, new Commits(git, data), resolutions, store, clock);
    merges = new Merges(git);
    work =
        new AttemptWork(store, node, attemptWorkspaces, changeReader, new PatchReader(git, data));
    remoteOperations = new RemoteOperations(remoteCalls);
    delivered = new DeliveredWork(store, node, attemptWorkspaces, work, changes, remoteOperations);
    remoteCalls.answerWith(DeliveredWork.KIND, delivered::answer);
    watch =
        new ConflictWatch(
            store, node, attemptWorkspaces, changes, new MergePreviews(git, data), clock);
    engine =
        new AttemptEngine(
            store,
            executors,
            attemptWorkspaces,
            changes,
            new TurnPoints(store, attemptWorkspaces, checkpoints, resolutions),
            new DispatchSetup(
                data,
                node,
                setup.rules(),
                setup.stopPatience(),
                setup.server(),
                new ReachFinder(store, node.name(), server, setup.addresses()),
                remoteCalls::look,
                ids,
                clock));
  }
}
