package dev.baton.orchestrator.merge;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitLockFile;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Merges the work of attempts into its target branches, in several repositories all or none. Thread
 * safe, also between processes.
 *
 * <p>A merge is planned, the plan stored, then applied. Refs move by compare-and-set, so that
 * nobody's commit is overwritten.
 */
public final class Merges {
  /**
   * A merge whose commits exist and whose refs have not moved. A plain value: store it, apply it,
   * and after a crash apply or undo it again.
   */
  public record MergePlan(UUID attempt, List<RepoMerge> repos) {
    public MergePlan {
      repos = List.copyOf(repos);
    }
  }

  /** What became of a merge plan. */
  public sealed interface MergeOutcome {
    /**
     * All targets have the work.
     *
     * @param stale checkouts that could not be brought up to date after a crash
     */
    record Merged(List<Path> stale) implements MergeOutcome {
      public Merged {
        stale = List.copyOf(stale);
      }
    }

    /**
     * The work is not merged, because a branch was moved by somebody else: plan anew.
     *
     * @param repoName the repository with that branch
     * @param notUndone repositories that an interrupted merge had reached and others built upon
     *     since
     */
    record Overtaken(String repoName, String ref, List<String> notUndone) implements MergeOutcome {
      public Overtaken {
        notUndone = List.copyOf(notUndone);
      }
    }
  }

  private final Git git;

  public Merges(Git git) {
    this.git = git;
  }

  /**
   * Makes the commits of a merge of what the attempt has committed. Conflicts and checkouts with
   * changes are found here, before anything moves.
   *
   * @param repos some or all repositories of the workspace
   * @param message of the commit that squash and merge make
   * @param isStandIn true for what came home of another node's workspace, in which nobody can work
   */
  public MergePlan plan(
      Workspace workspace,
      Collection<WorkspaceRepo> repos,
      MergeStrategy strategy,
      String message,
      boolean isStandIn) {
    var chosen = List.copyOf(repos);
    return git.exclusively(
        chosen.stream().map(repo -> CommonDirectory.of(repo.repository())).toList(),
        () -> new MergePlanner(git, workspace, strategy, message, isStandIn).plan(chosen));
  }

  /** Moves all refs of a plan or none; may be called again after a crash. */
  public MergeOutcome apply(MergePlan plan) {
    return exclusively(
        plan,
        () -> {
          boolean complete = false;
          try {
            var open = plan.repos().stream().filter(merge -> !isDone(merge)).toList();
            for (var merge : open) {
              // why first: a checkout that went along with others looks dirty to an old plan
              var moved = findMoved(merge);
              if (moved.isPresent()) {
                complete = true;
                return new MergeOutcome.Overtaken(merge.repoName(), moved.get(), takeBack(plan));
              }
            }
            open.forEach(merge -> requireClean(git, merge));
            for (var merge : open) {
              if (!move(merge)) {
                var moved = findMoved(merge).orElse(merge.branch());
                complete = true;
                return new MergeOutcome.Overtaken(merge.repoName(), moved, takeBack(plan));
              }
            }
            var stale = follow(plan, true);
            // why not otherwise: what moved before a crash may be known to others by now
            if (!stale.isEmpty()
                && plan.repos().stream().filter(RepoMerge::moves).allMatch(open::contains)) {
              throw unwritable(stale);
            }
            complete = true;
            remember(plan);
            return new MergeOutcome.Merged(List.copyOf(stale.keySet()));
          } finally {
            if (!complete) {
              takeBack(plan);
            }
          }
        });
  }

  /**
   * Moves the refs back that a plan moved; may be called again after a crash.
   *
   * @return the repositories whose target others have built upon since, and which stay as they are
   */
  public List<String> undo(MergePlan plan) {
    return exclusively(plan, () -> takeBack(plan));
  }

  private <T> T exclusively(MergePlan plan, Supplier<T> work) {
    return git.exclusively(
        plan.repos().stream().map(merge -> CommonDirectory.of(merge.repository())).toList(), work);
  }

  private boolean isDone(RepoMerge merge) {
    var place = place(merge);
    return !merge.moves()
        || git.findCommit(place, merge.target())
            .filter(
                commit ->
                    commit.equals(merge.newCommit())
                        || git.isAncestor(place, merge.newCommit(), commit))
            .isPresent();
  }

  private boolean move(RepoMerge merge) {
    return transaction(merge, merge.updates());
  }

  /** False if a ref is not where it has to be. */
  private boolean transaction(RepoMerge merge, List<String> updates) {
    var output =
        git.attempt(
            GitCommand.in(place(merge), "update-ref", "-m", "baton: merge", "--stdin")
                .withInput(String.join("\n", updates) + "\n"));
    GitLockFile.refuseIn(output);
    return output.succeeded();
  }

  /** The ref that is not where the plan found it. */
  private Optional<String> findMoved(RepoMerge merge) {
    if (!at(merge, merge.target(), merge.oldCommit())) {
      return Optional.of(merge.target());
    }
    boolean stays = merge.branchNew().equals(merge.branchOld());
    return stays || at(merge, merge.branch(), merge.branchOld())
        ? Optional.empty()
        : Optional.of(merge.branch());
  }

  private List<String> takeBack(MergePlan plan) {
    var notUndone = new ArrayList<String>();
    for (var merge : plan.repos()) {
      if (merge.moves() && isDone(merge)) {
        if (!transaction(
            merge,
            List.of(
                "update %s %s %s"
                    .formatted(merge.target(), merge.oldCommit(), merge.newCommit())))) {
          notUndone.add(merge.repoName());
          continue;
        }
        if (at(merge, merge.branch(), merge.branchNew())) {
          transaction(
              merge,
              List.of(
                  "update %s %s %s"
                      .formatted(merge.branch(), merge.branchOld(), merge.branchNew())));
        }
      }
    }
    follow(plan, false);
    return notUndone;
  }

  /** Notes where the attempt is now, for when somebody deletes its branch. */
  private void remember(MergePlan plan) {
    for (var merge : plan.repos()) {
      if (merge.moves()) {
        git.in(place(merge))
            .run("update-ref", AttemptRefs.seen(plan.attempt()), merge.branchAfter());
      }
    }
  }

  private boolean at(RepoMerge merge, String ref, String commit) {
    return git.findCommit(place(merge), ref).equals(Optional.of(commit));
  }

  /** Fails if a checkout of the target, or of the attempt's branch, could not follow its branch. */
  static void requireClean(Git git, RepoMerge merge) {
    for (var checkout : TargetCheckout.list(git, merge.repository(), merge.target())) {
      checkout.requireClean(merge.oldCommit(), merge.newCommit());
    }
    if (!merge.branchNew().equals(merge.branchOld())) {
      for (var checkout : TargetCheckout.list(git, merge.repository(), merge.branch())) {
        checkout.requireClean(merge.branchOld(), merge.branchNew());
      }
    }
  }

  /** Fails if files of a checkout that git does not know would be overwritten by a tree's. */
  public static void requireRoom(Git git, GitPlace checkout, String tree) {
    TargetCheckout.requireRoom(git, checkout, tree);
  }

  private static ToolFailure unwritable(Map<Path, String> stale) {
    var first = stale.entrySet().iterator().next();
    return new ToolFailure(
        BoardFailureCode.TARGET_DIRTY,
        "Git cannot bring the files in %s along, so nothing was moved: %s"
            .formatted(first.getKey(), first.getValue()),
        "Fix what git reports, such as a failing filter or missing write access, then call"
            + " merge_attempt again");
  }

  /** Brings checkouts to where their branches are now; those that it cannot, with what git says. */
  private Map<Path, String> follow(MergePlan plan, boolean forward) {
    var stale = new LinkedHashMap<Path, String>();
    for (var merge : plan.repos()) {
      if (merge.moves()) {
        stale.putAll(follow(merge, merge.target(), merge.oldCommit(), merge.newCommit(), forward));
        stale.putAll(follow(merge, merge.branch(), merge.branchOld(), merge.branchNew(), forward));
      }
    }
    return stale;
  }

  private Map<Path, String> follow(
      RepoMerge merge, String ref, String older, String newer, boolean forward) {
    var from = forward ? older : newer;
    var to = forward ? newer : older;
    var stale = new LinkedHashMap<Path, String>();
    if (!older.equals(newer) && at(merge, ref, to)) {
      for (var checkout : TargetCheckout.list(git, merge.repository(), ref)) {
        checkout.follow(from, to).ifPresent(words -> stale.put(checkout.path(), words));
      }
    }
    return stale;
  }

  private static GitPlace place(RepoMerge merge) {
    return new GitPlace.Bare(CommonDirectory.of(merge.repository()));
  }
}
