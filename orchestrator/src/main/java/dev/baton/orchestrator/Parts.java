package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.dispatch.DispatchSetup;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.review.ChangeReader;
import dev.baton.orchestrator.review.Commits;
import dev.baton.orchestrator.review.FileReader;
import dev.baton.orchestrator.review.Merges;
import dev.baton.orchestrator.review.PatchReader;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.orchestrator.workspace.Workspaces;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/** What the use cases work with. */
record Parts(
    Store store,
    Node node,
    AgentExecutors executors,
    Repositories repositories,
    Workspaces workspaces,
    AttemptWorkspaces attemptWorkspaces,
    WorkspaceChanges workspaceChanges,
    ChangeReader changeReader,
    FileReader fileReader,
    PatchReader patchReader,
    Merges merges,
    Dispatcher dispatcher,
    AttemptRules rules,
    Supplier<UUID> ids,
    Clock clock) {
  static Parts of(Store store, OrchestratorSetup setup) {
    var data = setup.dataDirectory();
    var git = Git.find(data.resolve("locks"));
    var executors = new AgentExecutors(setup.executors());
    var workspaces = new Workspaces(git, data);
    var attemptWorkspaces = new AttemptWorkspaces(store, workspaces);
    var changeReader = new ChangeReader(git, data, setup.changeLimits());
    var changes =
        new WorkspaceChanges(
            attemptWorkspaces, changeReader, new Commits(git, data), store, setup.clock());
    var node = Node.join(store, data);
    var ids = new TimeOrderedIds(setup.clock());
    var dispatcher =
        Dispatcher.open(
            store,
            executors,
            attemptWorkspaces,
            changes,
            new DispatchSetup(
                data,
                node,
                setup.rules(),
                setup.stopPatience(),
                setup.server(),
                ids,
                setup.clock()));
    return new Parts(
        store,
        node,
        executors,
        new Repositories(git),
        workspaces,
        attemptWorkspaces,
        changes,
        changeReader,
        new FileReader(),
        new PatchReader(git, data),
        new Merges(git),
        dispatcher,
        setup.rules(),
        ids,
        setup.clock());
  }
}
