package dev.baton.orchestrator.forge;

/**
 * The parts of a pull request that is to be made.
 *
 * @param branch has the work, and is on the forge already
 * @param base the branch of the forge that it is proposed for
 */
public record Proposal(String branch, String base, String title, String body, boolean isDraft) {}
