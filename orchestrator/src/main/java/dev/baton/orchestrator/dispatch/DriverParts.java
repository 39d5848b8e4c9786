package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.process.OutputWatcher;
import dev.baton.orchestrator.store.Store;
import java.time.Clock;

/** What drivers work with. */
record DriverParts(
    Store store,
    AttemptWorkspaces workspaces,
    WorkspaceChanges changes,
    ProcessStarter starter,
    RunDirectories directories,
    Leftovers leftovers,
    RunOutput output,
    OutputWatcher watcher,
    InputLines inputs,
    OwnWork ownWork,
    TurnOpening opening,
    TurnConclusion conclusion,
    StartWatches watches,
    Signals signals,
    RunRules rules,
    Clock clock) {}
