package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.WorktreeMove;
import dev.baton.orchestrator.vibekanban.OldProjects.OldRepo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Takes over the worktrees of the attempts of vibe-kanban. Those that have a directory around them,
 * as ours do, are used where they are. Versions of 2025 had none: such a worktree is moved into one
 * of ours, with all that is in it, or gets one where it is if ours are on another disk. No file is
 * deleted.
 */
final class OldWorktrees {
  private static final String UNKNOWN = "0".repeat(40);
  private static final String REMOTES = "refs/remotes/";
  private static final String ANOTHER_TARGET =
      "'baton attempt update ATTEMPT_ID --target-branch BRANCH' names another";

  private final Git git;
  private final Path worktrees;
  private final ImportedRows imported;
  private final Map<UUID, WorktreeMove> moves = new LinkedHashMap<>();
  // why: no two attempts here have one directory
  private final Set<Path> used = new HashSet<>();
  private final Set<UUID> gone = new HashSet<>();

  OldWorktrees(Git git, Path dataDirectory, ImportedRows imported) {
    this.git = git;
    this.worktrees = real(dataDirectory).resolve("worktrees");
    this.imported = imported;
  }

  /** The directory around the worktrees of an attempt. */
  Path place(UUID attempt, Path directory, String branch, List<OldRepo> repos) {
    if (repos.stream().anyMatch(repo -> isAround(directory, repo)) && used.add(real(directory))) {
      return real(directory);
    }
    var root = rootFor(attempt, real(directory));
    if (willMove(attempt, root, directory, repos)) {
      return root;
    }
    gone.add(attempt);
    if (repos.stream().allMatch(repo -> has(repo, branch))) {
      imported.cannot(
          "the worktree of attempt %s: it is gone, and comes back from its branch when it is needed"
              .formatted(attempt));
    }
    return ours(attempt);
  }

  /** Whether nothing was found where an attempt, which has a place now, had its worktree. */
  boolean isGone(UUID attempt) {
    return gone.contains(attempt);
  }

  private Path ours(UUID attempt) {
    return worktrees.resolve(attempt.toString());
  }

  /** Ours, or the directory itself if nothing can be moved from it to ours. */
  private Path rootFor(UUID attempt, Path directory) {
    try {
      return Files.isDirectory(directory)
              && !Files.getFileStore(directory).equals(Files.getFileStore(nearest(worktrees)))
          ? directory
          : ours(attempt);
    } catch (IOException e) {
      return ours(attempt);
    }
  }

  /** The directory itself, or the one above it that is there. */
  private static Path nearest(Path directory) {
    var parent = directory.getParent();
    return parent == null || Files.exists(directory) ? directory : nearest(parent);
  }

  /** An attempt that came before, and whose worktree may have stayed behind. */
  void placeAgain(UUID attempt, Path root, Path directory, List<OldRepo> repos) {
    if (root.equals(ours(attempt)) || root.equals(real(directory))) {
      var ignored = willMove(attempt, root, directory, repos);
    }
  }

  private boolean willMove(UUID attempt, Path root, Path directory, List<OldRepo> repos) {
    var only = repos.getFirst();
    var from = real(directory);
    if (repos.size() != 1 || !directory.isAbsolute() || from.equals(only.path())) {
      return false;
    }
    var common = CommonDirectory.find(only.path()).orElse(only.path());
    var move = new WorktreeMove(common, from, root.resolve(only.directory()));
    if (!move.isOpen() || !used.add(from)) {
      return false;
    }
    moves.put(attempt, move);
    return true;
  }

  private static boolean isAround(Path directory, OldRepo repo) {
    var inside = directory.resolve(repo.directory());
    return directory.isAbsolute()
        && Files.isRegularFile(inside.resolve(".git"))
        // why: in a worktree without a directory around it that is a submodule of the same name
        && !Files.isRegularFile(directory.resolve(".git"));
  }

  private static Path real(Path directory) {
    try {
      // why: git writes real paths into its files, and we compare with them
      return directory.toRealPath();
    } catch (IOException e) {
      return directory;
    }
  }

  private boolean has(OldRepo repo, String commit) {
    try {
      return repo.isThere()
          && git.findCommit(new GitPlace.Bare(CommonDirectory.of(repo.path())), commit).isPresent();
    } catch (GitException e) {
      return false;
    }
  }

  /**
   * The local branch that the name of a target means. There it could be a branch of a remote, into
   * which nothing is merged here.
   */
  String local(OldRepo repo, String target) {
    if (has(repo, Branch.ref(target)) || !has(repo, REMOTES + target)) {
      return target;
    }
    var name = target.substring(target.indexOf('/') + 1);
    var isThere = has(repo, Branch.ref(name));
    imported.cannot(
        "target branch %s of repository %s: it is a remote's, into which nothing is merged here; %s"
            .formatted(
                target,
                repo.path(),
                isThere ? "the local branch %s is the target".formatted(name) : ANOTHER_TARGET));
    return isThere ? name : target;
  }

  /** Where the branch left the one that it is to be merged into, as far as git knows. */
  String base(OldRepo repo, String branch, String target) {
    if (!repo.isThere()) {
      return UNKNOWN;
    }
    try {
      var place = new GitPlace.Bare(CommonDirectory.of(repo.path()));
      if (git.findCommit(place, branch).isEmpty()) {
        imported.cannot("branch %s of repository %s: it is gone".formatted(branch, repo.path()));
        return git.findCommit(place, target).orElse(UNKNOWN);
      }
      var left = target;
      if (git.findCommit(place, target).isEmpty()) {
        imported.cannot(
            "target branch %s of repository %s: it is gone; %s"
                .formatted(target, repo.path(), ANOTHER_TARGET));
        left = "HEAD";
      }
      return git.in(place).run("merge-base", branch, left).text().strip();
    } catch (GitException e) {
      return UNKNOWN;
    }
  }

  /** The whole names of a commit and of its first parent; empty if they are not there. */
  List<String> parent(OldRepo repo, String commit) {
    if (!repo.isThere()) {
      return List.of();
    }
    try {
      var place = new GitPlace.Bare(CommonDirectory.of(repo.path()));
      return git.findCommit(place, commit)
          .flatMap(whole -> git.findCommit(place, whole + "^").map(base -> List.of(whole, base)))
          .orElse(List.of());
    } catch (GitException e) {
      return List.of();
    }
  }

  /** Moves what has to be; again and again without harm. */
  void move() {
    moves.values().forEach(this::move);
  }

  private void move(WorktreeMove move) {
    if (!Files.isDirectory(move.common())) {
      cannot(move, "there is no repository at %s".formatted(move.common()));
      return;
    }
    try {
      git.exclusively(
          List.of(move.common()),
          () -> {
            move.run(git);
            return move;
          });
    } catch (UncheckedIOException | GitException | ToolFailure e) {
      cannot(move, String.valueOf(e.getMessage()));
    }
  }

  private void cannot(WorktreeMove move, String reason) {
    imported.cannot(
        "the worktree %s: it could not be moved to %s (%s); it is tried again with the next import"
            .formatted(move.from(), move.to(), reason));
  }
}
