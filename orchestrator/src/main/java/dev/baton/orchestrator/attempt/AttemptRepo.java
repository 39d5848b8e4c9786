package dev.baton.orchestrator.attempt;

import java.util.UUID;

/**
 * A repository in an attempt's workspace.
 *
 * @param baseCommit the commit of the target branch that the attempt began from
 */
public record AttemptRepo(
    UUID attemptId, UUID repoId, String repoName, String targetBranch, String baseCommit) {}
