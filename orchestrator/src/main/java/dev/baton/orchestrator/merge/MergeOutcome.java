package dev.baton.orchestrator.merge;

import java.nio.file.Path;
import java.util.List;

/** What became of a merge plan. */
public sealed interface MergeOutcome {
  /**
   * All targets have the work.
   *
   * @param stale checkouts that somebody changed in the last instant, so that they could not be
   *     brought up to date
   */
  record Merged(List<Path> stale) implements MergeOutcome {
    public Merged {
      stale = List.copyOf(stale);
    }
  }

  /**
   * Nothing is merged, because a branch was moved by somebody else: plan anew.
   *
   * @param repoName the repository with that branch
   * @param notUndone repositories that an interrupted merge had reached and others built upon since
   */
  record Overtaken(String repoName, String ref, List<String> notUndone) implements MergeOutcome {
    public Overtaken {
      notUndone = List.copyOf(notUndone);
    }
  }
}
