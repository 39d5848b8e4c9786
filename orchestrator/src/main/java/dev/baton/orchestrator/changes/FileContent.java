package dev.baton.orchestrator.changes;

import java.util.Optional;

/**
 * A part of a file.
 *
 * @param startLine the line that the content begins in, where it is known
 * @param endLine the line that the content ends in
 * @param offset the byte that the content begins at
 * @param truncated true if the file goes on after the content
 * @param totalBytes the size of the file
 * @param blocked why there is no content
 */
public record FileContent(
    String content,
    Optional<Long> startLine,
    Optional<Long> endLine,
    long offset,
    boolean truncated,
    long totalBytes,
    Optional<BlockedRead> blocked,
    Optional<String> hint) {
  static FileContent blocked(BlockedReadException blocked, long totalBytes) {
    return new FileContent(
        "",
        Optional.empty(),
        Optional.empty(),
        0,
        false,
        totalBytes,
        Optional.of(blocked.reason()),
        Optional.of(blocked.hint()));
  }
}
