package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.UnknownFiles;
import dev.baton.orchestrator.git.Worktree;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Records how worktrees are at a moment, and tells what has changed since. Thread safe. */
public final class Checkpoints {
  /**
   * How a worktree was at one time. A plain value that can be stored.
   *
   * @param commit what was checked out
   * @param files a commit of the files, if some were not committed
   * @param merging the commit that was being merged
   */
  public record Checkpoint(String commit, Optional<String> files, Optional<String> merging) {
    /** A state without a merge that is not committed. */
    public Checkpoint(String commit, Optional<String> files) {
      this(commit, files, Optional.empty());
    }

    /** The commit that has all files. */
    public String whole() {
      return files.orElse(commit);
    }
  }

  private static final Pattern FILES = Pattern.compile("(\\d+) files? changed");
  private static final Pattern ADDED = Pattern.compile("(\\d+) insertion");
  private static final Pattern DELETED = Pattern.compile("(\\d+) deletion");
  private static final String HEAD = "# branch.oid ";

  private final Git git;
  private final Keeper keeper;

  public Checkpoints(Git git, Path dataDirectory) {
    this.git = git;
    this.keeper = new Keeper(git, new WorkspaceLayout(dataDirectory));
  }

  /** How a worktree is now; nothing is kept. */
  public Checkpoint look(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var worktree = Worktree.load(git, common, workspace.worktree(repo));
    var fields =
        git.in(worktree.place())
            .run("--no-optional-locks", "status", "--porcelain=v2", "--branch", "-z")
            .fields();
    var commit = Optional.<String>empty();
    boolean isClean = true;
    while (fields.hasNext()) {
      var line = fields.nextPath().shown();
      // why not in brackets: a branch without a commit has no id there
      if (line.startsWith(HEAD) && !line.startsWith(HEAD + "(")) {
        commit = Optional.of(line.substring(HEAD.length()));
      }
      isClean &= line.startsWith("# ");
    }
    var files =
        isClean
            ? Optional.<String>empty()
            : exclusively(repo, () -> keeper.snapshot(workspace, repo));
    return new Checkpoint(commit.orElse(repo.baseCommit()), files, worktree.merging());
  }

  /** The same, and what is not committed stays in git as long as the attempt does. */
  public Checkpoint take(Workspace workspace, WorkspaceRepo repo, long turn) {
    var now = look(workspace, repo);
    now.files()
        .ifPresent(
            commit ->
                git.in(place(repo))
                    .run("update-ref", AttemptRefs.turnsBelow(workspace.attempt()) + turn, commit));
    return now;
  }

  /**
   * Keeps the commits that a turn made and left on no branch, as long as the attempt is there.
   *
   * <p>why: git's own notes of them go with the worktree's entry, or after some weeks.
   */
  public void keepLeftBehind(Workspace workspace, WorkspaceRepo repo, long turn) {
    // why not the last commit that we saw: that moves on with the next turn
    var refs = List.of("--exclude=" + AttemptRefs.seen(workspace.attempt()), "--glob=refs/*");
    exclusively(repo, () -> keeper.joinLeftBehind(workspace, repo, refs))
        .ifPresent(
            commit ->
                git.in(place(repo))
                    .run("update-ref", AttemptRefs.leftBehind(workspace.attempt(), turn), commit));
  }

  /** True if git still has everything of a state. */
  public boolean isThere(WorkspaceRepo repo, Checkpoint point) {
    return Stream.concat(Stream.of(point.commit(), point.whole()), point.merging().stream())
        .allMatch(commit -> git.findCommit(place(repo), commit).isPresent());
  }

  /**
   * Keeps what a worktree has and would lose if it were put back to a state; returns the refs that
   * have it, with all that was kept before.
   */
  public List<KeptRef> keep(Workspace workspace, WorkspaceRepo repo, Checkpoint point) {
    var common = CommonDirectory.of(repo.repository());
    var worktree = Worktree.load(git, common, workspace.worktree(repo));
    return exclusively(repo, () -> keep(workspace, repo, worktree, point));
  }

  private List<KeptRef> keep(
      Workspace workspace, WorkspaceRepo repo, Worktree worktree, Checkpoint point) {
    var overwritten =
        Stream.of(point.commit(), point.whole())
            .distinct()
            .flatMap(tree -> UnknownFiles.inTheWayOf(git, worktree.place(), tree).stream())
            .distinct()
            .toList();
    return keeper.keep(workspace, repo, overwritten);
  }

  /** Puts a worktree and its branch back to a state; what was there is kept first. */
  public void rewind(Workspace workspace, WorkspaceRepo repo, Checkpoint point) {
    var common = CommonDirectory.of(repo.repository());
    var worktree = Worktree.load(git, common, workspace.worktree(repo));
    var ignored =
        exclusively(
            repo,
            () -> {
              var kept = keep(workspace, repo, worktree, point);
              var checkout = git.in(worktree.place());
              if (worktree.isRebasing()) {
                // why: what is left of it would refuse a merge, and to give it up would undo work
                checkout.attempt("rebase", "--quit");
                checkout.attempt("am", "--quit");
              }
              HiddenFiles.of(git, worktree.place()).reveal();
              // why: files that git knows go with the reset, others would stay
              git.attempt(ExcludedPaths.copiedInto(git, worktree).add(worktree.place(), "--all"));
              checkout.run("symbolic-ref", "HEAD", Branch.ref(workspace.branch()));
              checkout.run("reset", "--quiet", "--hard", point.commit());
              if (point.files().isPresent()) {
                checkout.run("read-tree", "--reset", "-u", point.whole());
                checkout.run("read-tree", point.commit());
                checkout.attempt("update-index", "-q", "--refresh");
              }
              point.merging().ifPresent(worktree::resumeMerge);
              checkout.run("update-ref", AttemptRefs.seen(workspace.attempt()), point.commit());
              return kept;
            });
  }

  /** How much is different between two states. */
  public ChangeCount count(WorkspaceRepo repo, Checkpoint from, Checkpoint to) {
    if (from.whole().equals(to.whole())) {
      return ChangeCount.NONE;
    }
    var text =
        git.in(place(repo))
            .run("diff", "--shortstat", "--no-renames", "--no-ext-diff", from.whole(), to.whole())
            .text();
    return new ChangeCount(number(FILES, text), number(ADDED, text), number(DELETED, text));
  }

  private static long number(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  private <T> T exclusively(WorkspaceRepo repo, Supplier<T> work) {
    return git.exclusively(List.of(CommonDirectory.of(repo.repository())), work);
  }

  private static GitPlace place(WorkspaceRepo repo) {
    return new GitPlace.Bare(CommonDirectory.of(repo.repository()));
  }
}
