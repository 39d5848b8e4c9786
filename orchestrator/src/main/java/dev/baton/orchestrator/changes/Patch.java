package dev.baton.orchestrator.changes;

import java.util.List;
import java.util.Optional;

/**
 * The changes of some files as a patch.
 *
 * @param files the paths that the patch has
 * @param omitted changed paths that did not fit any more
 * @param totalBytes the size of the patch of all asked paths
 * @param blocked why there is no patch
 */
public record Patch(
    String patch,
    List<String> files,
    List<String> omitted,
    boolean truncated,
    long totalBytes,
    Optional<BlockedRead> blocked,
    Optional<String> hint) {
  public Patch {
    files = List.copyOf(files);
    omitted = List.copyOf(omitted);
  }

  static Patch blocked(BlockedReadException blocked, List<String> omitted, long totalBytes) {
    return new Patch(
        "",
        List.of(),
        omitted,
        false,
        totalBytes,
        Optional.of(blocked.reason()),
        Optional.of(blocked.hint()));
  }
}
