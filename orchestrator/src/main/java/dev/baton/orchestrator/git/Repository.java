package dev.baton.orchestrator.git;

import java.nio.file.Path;

/**
 * A repository that a user named.
 *
 * @param top the top of the checkout, or the repository itself if it is bare; without symlinks
 * @param defaultBranch the branch that is checked out, or the most likely one if none is
 */
public record Repository(Path top, String defaultBranch) {}
