package dev.baton.orchestrator;

import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Repo;

/** A repository, and who commits in its project. */
public record RepoWithPolicy(Repo repo, CommitPolicy commitPolicy) {}
