package dev.baton.orchestrator.forge;

/**
 * What a pull request is made of.
 *
 * @param branch has the work, and is on the forge already
 * @param base the branch of the forge that it is proposed for
 */
public record Proposal(String branch, String base, String title, String body, boolean isDraft) {}
