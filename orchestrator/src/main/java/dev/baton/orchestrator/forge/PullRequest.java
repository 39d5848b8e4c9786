package dev.baton.orchestrator.forge;

import java.net.URI;

/** A pull request as its forge shows it; on GitLab it is a merge request. */
public record PullRequest(long number, URI url, PullRequestState state, PullRequestChecks checks) {}
