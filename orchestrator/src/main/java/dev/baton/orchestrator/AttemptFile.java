package dev.baton.orchestrator;

import java.util.Optional;

/**
 * A part of a file in a workspace.
 *
 * @param blockedReason why there is no content, such as {@code binary} or {@code not_found}
 * @param isTruncated true if the file goes on after this part
 * @param totalBytes size of the whole file
 */
public record AttemptFile(
    String path,
    Optional<String> content,
    Optional<Integer> startLine,
    Optional<Integer> endLine,
    Optional<Long> offset,
    Optional<String> blockedReason,
    boolean isTruncated,
    long totalBytes,
    Optional<String> hint) {
  public boolean isBlocked() {
    return blockedReason.isPresent();
  }
}
