package dev.baton.orchestrator.git;

import java.nio.file.Path;

/**
 * A repository that a user named.
 *
 * @param top the top of the checkout, or the repository itself if it is bare; without symlinks
 * @param gitDirectory where git keeps what all checkouts share
 * @param defaultBranch the branch that is checked out, or the most likely one if none is
 * @param detached true if no branch is checked out
 */
public record Repository(
    Path top, Path gitDirectory, boolean bare, String defaultBranch, boolean detached) {}
