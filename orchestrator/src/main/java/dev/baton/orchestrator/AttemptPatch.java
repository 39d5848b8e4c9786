package dev.baton.orchestrator;

import java.util.List;
import java.util.Optional;

/**
 * Changes of an attempt as a patch, in whole files.
 *
 * @param files what is in the patch
 * @param omitted what did not fit
 * @param totalBytes size of the patch with everything
 */
public record AttemptPatch(
    String patch,
    List<String> files,
    List<String> omitted,
    Optional<String> blockedReason,
    boolean isTruncated,
    long totalBytes,
    Optional<String> hint) {
  public AttemptPatch {
    files = List.copyOf(files);
    omitted = List.copyOf(omitted);
  }

  public boolean isBlocked() {
    return blockedReason.isPresent();
  }
}
