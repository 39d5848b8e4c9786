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
    ProgramDirectories directories,
    Leftovers leftovers,
    OutputIngest output,
    OutputWatcher watcher,
    InputLines inputs,
    DriverWork driverWork,
    TurnOpening opening,
    TurnConclusion conclusion,
    StartWatches watches,
    Signals signals,
    AttemptRules rules,
    Clock clock) {}
