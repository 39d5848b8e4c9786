package dev.baton.orchestrator.merge;

import dev.baton.orchestrator.git.Branch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a merge that concerns one repository. A plain value that can be stored.
 *
 * @param target the ref that moves
 * @param oldCommit where the target has to be
 * @param newCommit where it goes; the same if there is nothing to merge
 * @param branch the ref of the attempt's own branch
 * @param branchOld where the branch has to be
 * @param branchNew where it goes, so that the attempt can go on from what was merged
 * @param keptRef gets the branch's old commits if the target does not have them
 */
public record RepoMerge(
    String repoName,
    Path repository,
    String target,
    String oldCommit,
    String newCommit,
    String branch,
    String branchOld,
    String branchNew,
    Optional<String> keptRef) {
  public String targetBranch() {
    return target.substring(Branch.PREFIX.length());
  }

  /** False if the target has everything already. */
  public boolean moves() {
    return !oldCommit.equals(newCommit);
  }

  /** Where the attempt's branch is afterwards; an update moves that itself. */
  String branchAfter() {
    return target.equals(branch) ? newCommit : branchNew;
  }

  /** The instructions of one transaction. */
  List<String> updates() {
    var updates = new ArrayList<String>();
    updates.add("update %s %s %s".formatted(target, newCommit, oldCommit));
    if (!branchNew.equals(branchOld)) {
      updates.add("update %s %s %s".formatted(branch, branchNew, branchOld));
    }
    keptRef.ifPresent(ref -> updates.add("create %s %s".formatted(ref, branchOld)));
    return updates;
  }
}
