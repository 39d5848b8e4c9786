package dev.baton.orchestrator.vibekanban;

import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.vibekanban.OldProjects.OldRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The worktrees of its attempts. Those that have a directory around them, as ours do, are used
 * where they are. Versions of 2025 had none: such a worktree is moved by git into one of ours, with
 * all that is in it. No file is deleted.
 */
final class OldWorktrees {
  private static final String UNKNOWN = "0".repeat(40);

  /** A worktree that has to be moved. */
  private record Move(OldRepo repo, Path from, Path to) {}

  private final Git git;
  private final Path worktrees;
  private final ImportedRows imported;
  private final Map<UUID, Move> moves = new LinkedHashMap<>();
  // why: no two attempts here have one directory
  private final Set<Path> used = new HashSet<>();

  OldWorktrees(Git git, Path dataDirectory, ImportedRows imported) {
    this.git = git;
    this.worktrees = real(dataDirectory).resolve("worktrees");
    this.imported = imported;
  }

  /** The directory around the worktrees of an attempt. */
  Path place(UUID attempt, Path directory, String branch, List<OldRepo> repos) {
    var ours = worktrees.resolve(attempt.toString());
    if (repos.stream().anyMatch(repo -> isWorktree(directory.resolve(repo.directory())))
        && used.add(real(directory))) {
      return real(directory);
    }
    if (!willMove(attempt, directory, repos)
        && repos.stream().allMatch(repo -> hasBranch(repo, branch))) {
      imported.cannot(
          "the worktree of attempt %s: it is gone, and comes back from its branch when it is needed"
              .formatted(attempt));
    }
    return ours;
  }

  /** An attempt that came before, and whose worktree may have stayed behind. */
  void placeAgain(UUID attempt, Path root, Path directory, List<OldRepo> repos) {
    if (root.equals(worktrees.resolve(attempt.toString()))) {
      var ignored = willMove(attempt, directory, repos);
    }
  }

  private boolean willMove(UUID attempt, Path directory, List<OldRepo> repos) {
    var only = repos.getFirst();
    if (repos.size() != 1
        || !isWorktree(directory)
        || directory.equals(only.path())
        || !used.add(real(directory))) {
      return false;
    }
    var to = worktrees.resolve(attempt.toString()).resolve(only.directory());
    moves.put(attempt, new Move(only, directory, to));
    return true;
  }

  private static boolean isWorktree(Path directory) {
    return directory.isAbsolute() && Files.isRegularFile(directory.resolve(".git"));
  }

  private static Path real(Path directory) {
    try {
      // why: git writes real paths into its files, and we compare with them
      return directory.toRealPath();
    } catch (IOException e) {
      return directory;
    }
  }

  private boolean hasBranch(OldRepo repo, String branch) {
    try {
      return repo.isThere()
          && git.findCommit(new GitPlace.Bare(CommonDirectory.of(repo.path())), branch).isPresent();
    } catch (GitException e) {
      return false;
    }
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
      return git.findCommit(place, target).isPresent()
          ? git.in(place).run("merge-base", branch, target).text().strip()
          : git.findCommit(place, branch).orElse(UNKNOWN);
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
    moves.forEach(
        (attempt, move) -> {
          if (Files.exists(move.to())) {
            return;
          }
          try {
            Files.createDirectories(worktrees.resolve(attempt.toString()));
            git.in(new GitPlace.Bare(CommonDirectory.of(move.repo().path())))
                .run("worktree", "move", move.from().toString(), move.to().toString());
          } catch (IOException | GitException e) {
            imported.cannot(
                "the worktree %s: it could not be moved to %s (%s); it is tried again with the next import"
                    .formatted(move.from(), move.to(), e.getMessage()));
          }
        });
  }
}
