package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.ingest.InputLines;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.process.OutputWatcher;
import dev.baton.orchestrator.store.Store;
import java.time.Clock;

/** What drivers work with. */
public record DriverParts(
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
