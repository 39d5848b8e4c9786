package dev.baton.orchestrator;

import java.util.Optional;
import java.util.UUID;

/**
 * Which questions of agents to list.
 *
 * @param projectId of all projects if empty
 * @param withExpired those too that nobody answered in time
 */
public record ApprovalQuery(Optional<UUID> projectId, boolean withExpired) {}
