package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.BranchName;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.git.Worktree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Makes and removes the workspaces of attempts, in the data directory. Thread safe, also between
 * processes. Nothing that an agent made is deleted before it is kept under a ref.
 */
public final class Workspaces {
  private final Git git;
  private final Repositories repositories;
  private final WorkspaceLayout layout;
  private final WorktreeMaker maker;
  private final WorktreeRepair repair;
  private final Keeper keeper;
  private final LooseFiles looseFiles;

  public Workspaces(Git git, Path dataDirectory) {
    this.git = git;
    this.repositories = new Repositories(git);
    this.layout = new WorkspaceLayout(dataDirectory);
    this.maker = new WorktreeMaker(git);
    this.repair = new WorktreeRepair(git, layout, maker);
    this.keeper = new Keeper(git, layout);
    this.looseFiles = new LooseFiles(git, layout);
  }

  /**
   * Which repository a workspace shall have.
   *
   * @param name the name of its directory
   * @param copied globs of files to copy into the worktree
   */
  public record Choice(String name, Path repository, String targetBranch, List<String> copied) {
    public Choice {
      copied = List.copyOf(copied);
    }
  }

  /** Where the workspace of an attempt is, if it is on this node. */
  public Path root(UUID attempt) {
    return layout.root(attempt);
  }

  /** Where the workspaces of this node are, with all else that it keeps. */
  public Path data() {
    return layout.data();
  }

  /** True if that is where another data directory has the workspace of this attempt. */
  public boolean isOfAnotherBoard(UUID attempt, Path root) {
    return !layout.holds(root) && root.endsWith(layout.data().relativize(layout.root(attempt)));
  }

  /** Fails if a repository is in the data directory, where worktrees come and go. */
  public void requireOutside(Path repository) {
    if (layout.holds(repository)) {
      throw ToolFailure.invalid(
          "%s is inside Baton's data directory".formatted(repository),
          "Name the repository itself, not a worktree that Baton made from it");
    }
  }

  /** Says what the workspace will be, and checks that it can be made; writes nothing. */
  public Workspace plan(UUID attempt, String title, List<Choice> choices) {
    var repos = new ArrayList<WorkspaceRepo>();
    for (var choice : choices) {
      var repository = repositories.inspect(choice.repository());
      var target = repositories.load(repository.top(), choice.targetBranch());
      repos.add(
          new WorkspaceRepo(
              choice.name(), repository.top(), target.name(), target.commit(), choice.copied()));
    }
    return new Workspace(attempt, layout.root(attempt), BranchName.of(attempt, title), repos);
  }

  /** Makes all worktrees or none. */
  public void create(Workspace workspace) {
    git.exclusively(
        repositoriesOf(workspace),
        () -> {
          requireNew(workspace);
          var root = MarkedDirectory.make(workspace.root());
          var made = new ArrayDeque<WorkspaceRepo>();
          boolean complete = false;
          try {
            for (var repo : workspace.repos()) {
              made.push(repo);
              maker.make(workspace, repo);
            }
            complete = true;
            return workspace;
          } finally {
            if (!complete) {
              made.forEach(repo -> maker.unmake(workspace, repo));
              root.delete();
            }
          }
        });
  }

  /**
   * Makes way for worktrees of an attempt that was on another node, which may have worked in the
   * same repositories; what is there and nowhere else is kept.
   *
   * @return what had to be kept
   */
  public List<KeptRef> takeOver(Workspace workspace) {
    var repos = keepable(workspace);
    return git.exclusively(
        commonDirectories(repos),
        () -> {
          var kept = new ArrayList<KeptRef>();
          for (var repo : repos) {
            var wasElsewhere =
                maker.detachOthers(workspace, repo) || hasBeenAtWork(workspace, repo);
            if (wasElsewhere && !isHome(workspace, repo)) {
              kept.addAll(keeper.keep(workspace, repo));
            }
            // why not always: a branch of the same name may be somebody else's
            if (wasElsewhere) {
              maker.deleteBranch(workspace, repo);
            }
          }
          return kept;
        });
  }

  /** Whether an attempt has been at work in a repository. */
  private boolean hasBeenAtWork(Workspace workspace, WorkspaceRepo repo) {
    var place = new GitPlace.Bare(CommonDirectory.of(repo.repository()));
    return Stream.of(
            AttemptRefs.homeBranch(workspace.attempt()), AttemptRefs.seen(workspace.attempt()))
        .anyMatch(ref -> git.findCommit(place, ref).isPresent());
  }

  /** Whether what came home of an attempt has all that is on its branch. */
  private boolean isHome(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    var home = git.findCommit(place, AttemptRefs.homeBranch(workspace.attempt()));
    return maker
        .branch(workspace, common)
        .filter(tip -> home.filter(it -> git.isAncestor(place, tip, it)).isEmpty())
        .isEmpty();
  }

  private static void requireNew(Workspace workspace) {
    for (var repo : workspace.repos()) {
      var path = workspace.worktree(repo);
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        throw ToolFailure.invalid(
            "%s exists already".formatted(path),
            "Start a new attempt; this one has its workspace, or the rest of one");
      }
    }
  }

  /**
   * Brings back what is missing, at the same paths and on the same branch; what is there stays as
   * it is.
   *
   * @return what had to be kept on the way
   */
  public List<KeptRef> restore(Workspace workspace) {
    return restore(workspace, () -> {}, _ -> {});
  }

  /**
   * The same, unless somebody objects.
   *
   * @param objection throws if it must not come back; asked while nobody else can remove it
   * @param lost throws if it must not begin anew where a repository has nothing of it any more
   */
  public List<KeptRef> restore(
      Workspace workspace, Runnable objection, Consumer<WorkspaceRepo> lost) {
    return git.exclusively(
        repositoriesOf(workspace),
        () -> {
          objection.run();
          var damaged =
              workspace.repos().stream().filter(repo -> !repair.isWhole(workspace, repo)).toList();
          damaged.stream().filter(repo -> repair.isLost(workspace, repo)).forEach(lost);
          prepareRoot(workspace);
          var kept = new ArrayList<KeptRef>();
          for (var repo : damaged) {
            kept.addAll(keeper.keep(workspace, repo));
            repair.restore(workspace, repo);
          }
          return kept;
        });
  }

  /** Makes the root ours; one with files only if it is around a worktree that git knows. */
  private static void prepareRoot(Workspace workspace) {
    var root = MarkedDirectory.at(workspace.root());
    boolean known = workspace.repos().stream().anyMatch(repo -> isKnown(workspace, repo));
    try {
      if (known && Files.isDirectory(workspace.root()) && !root.isMarked()) {
        root.mark();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    MarkedDirectory.make(workspace.root());
  }

  private static boolean isKnown(Workspace workspace, WorkspaceRepo repo) {
    return CommonDirectory.find(repo.repository())
        .flatMap(common -> Worktree.find(common, workspace.worktree(repo)))
        // why: git remembers the path also when another directory has taken it
        .filter(Worktree::isConnected)
        .isPresent();
  }

  /** Removes worktrees, branch and directory; returns where unmerged work is kept. */
  public List<KeptRef> remove(Workspace workspace) {
    var repos = keepable(workspace);
    return git.exclusively(
        commonDirectories(repos),
        () -> clear(workspace, repos, repo -> maker.forget(workspace, repo)));
  }

  /**
   * Removes worktrees and directory and leaves the branch, so that all can come back.
   *
   * @param isUnused asked while nobody else can bring the worktrees back
   * @return where work is kept; empty if somebody uses the worktrees
   */
  public Optional<List<KeptRef>> shelve(Workspace workspace, BooleanSupplier isUnused) {
    var repos = keepable(workspace);
    return git.exclusively(
        commonDirectories(repos),
        () ->
            isUnused.getAsBoolean()
                ? Optional.of(clear(workspace, repos, repo -> leave(workspace, repo)))
                : Optional.empty());
  }

  /** A commit of the files as they are, if something is not committed; no file and no ref moves. */
  public Optional<String> snapshot(Workspace workspace, WorkspaceRepo repo) {
    return git.exclusively(
        commonDirectories(List.of(repo)), () -> keeper.snapshot(workspace, repo));
  }

  /** All that is kept of an attempt. */
  public List<KeptRef> listKept(Workspace workspace) {
    return workspace.repos().stream()
        .flatMap(
            repo ->
                new KeptRefs(
                        git,
                        new GitPlace.Bare(CommonDirectory.of(repo.repository())),
                        workspace.attempt(),
                        repo.name())
                    .list().stream())
        .toList();
  }

  private void leave(Workspace workspace, WorkspaceRepo repo) {
    maker.removeEntry(workspace, repo, CommonDirectory.of(repo.repository()));
  }

  private static List<WorkspaceRepo> keepable(Workspace workspace) {
    return workspace.repos().stream().filter(repo -> canBeKept(workspace, repo)).toList();
  }

  private List<KeptRef> clear(
      Workspace workspace, List<WorkspaceRepo> repos, Consumer<WorkspaceRepo> last) {
    if (MarkedDirectory.at(workspace.root()).isMarked()) {
      repos.stream().findFirst().ifPresent(repo -> looseFiles.keep(workspace, repo));
    }
    var kept = new ArrayList<KeptRef>();
    repos.forEach(repo -> kept.addAll(keeper.keep(workspace, repo)));
    requireOurs(workspace, kept);
    var trash = discard(workspace);
    repos.forEach(last);
    MarkedDirectory.at(trash).delete();
    return kept;
  }

  /** A directory that lost its marker may be somebody else's by now, so it stays. */
  private static void requireOurs(Workspace workspace, List<KeptRef> kept) {
    var root = workspace.root();
    if (MarkedDirectory.at(root).isOursOrEmpty()) {
      return;
    }
    var refs = kept.stream().map(KeptRef::ref).distinct().toList();
    throw new ToolFailure(
        FailureCode.INVALID_ARGUMENT,
        "Directory %s has no marker of Baton, so it is not deleted".formatted(root),
        "%sMove it away, or delete it by hand if nothing in it is needed, then repeat the call"
            .formatted(refs.isEmpty() ? "" : "Its work is kept under kept_refs. "),
        Map.of("kept_refs", refs));
  }

  private static boolean canBeKept(Workspace workspace, WorkspaceRepo repo) {
    if (CommonDirectory.find(repo.repository()).isPresent()) {
      return true;
    }
    if (Files.exists(workspace.worktree(repo), LinkOption.NOFOLLOW_LINKS)) {
      throw ToolFailure.notFound(
          "Repository %s is gone, so the work in %s cannot be kept in it"
              .formatted(repo.repository(), workspace.worktree(repo)),
          "Move the repository back, or delete %s by hand".formatted(workspace.worktree(repo)));
    }
    return false;
  }

  /** Moves the directory away in one step, so that a half deleted one is never taken for work. */
  private Path discard(Workspace workspace) {
    var root = workspace.root();
    var name = workspace.attempt() + "-" + System.nanoTime();
    var trash = layout.trash().resolve(name);
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return trash;
    }
    MarkedDirectory.make(root);
    try {
      Files.createDirectories(layout.trash());
      try {
        return Files.move(root, trash, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        // why: an imported workspace may be on another disk
        return Files.move(root, root.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be moved".formatted(root), e);
    }
  }

  /** Deletes what calls left behind that were cut short; to be called when no other call runs. */
  public void sweep() {
    for (var directory : List.of(layout.trash(), layout.scratch())) {
      if (Files.isDirectory(directory)) {
        try (var entries = Files.list(directory)) {
          entries
              .map(MarkedDirectory::at)
              .filter(MarkedDirectory::isMarked)
              .forEach(MarkedDirectory::delete);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static List<Path> repositoriesOf(Workspace workspace) {
    return commonDirectories(workspace.repos());
  }

  private static List<Path> commonDirectories(List<WorkspaceRepo> repos) {
    return repos.stream().map(repo -> CommonDirectory.of(repo.repository())).toList();
  }
}
