package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.node.SharedClock;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Settings for running attempts.
 *
 * @param dataDirectory where programs leave their output
 * @param server where agents reach this server, if it can be reached
 * @param reaching finds out whose repositories this node can get
 * @param missedCalls answers calls of other nodes that were not heard
 */
public record DispatchSetup(
    Path dataDirectory,
    Node node,
    AttemptRules rules,
    StopPatience stopPatience,
    Supplier<Optional<URI>> server,
    Supplier<RepositoryReach> reaching,
    Runnable missedCalls,
    Supplier<UUID> ids,
    SharedClock clock) {}
