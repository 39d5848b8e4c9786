package dev.baton.orchestrator.merge;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.Checkouts;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitLockFile;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.UnknownFiles;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.HiddenFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A checkout of a branch that is about to move; its files have to move along. */
final class TargetCheckout {
  private static final String MOVE_AWAY = "Move these files away, then call merge_attempt again";

  private final Git git;
  private final GitPlace place;
  private final Path gitDirectory;

  private TargetCheckout(Git git, GitPlace place, Path gitDirectory) {
    this.git = git;
    this.place = place;
    this.gitDirectory = gitDirectory;
  }

  /** All checkouts of a branch; fails if one of them is in the middle of moving it. */
  static List<TargetCheckout> list(Git git, Path repository, String ref) {
    var common = CommonDirectory.of(repository);
    requireNoOperation(common, ref);
    var checkouts = new ArrayList<TargetCheckout>();
    // why: a branch may stand for another one, which is then what is checked out
    var meant = git.in(new GitPlace.Bare(common)).attempt("symbolic-ref", "--quiet", ref);
    for (var path : Checkouts.of(git, repository).on(meant.succeeded() ? meant.text() : ref)) {
      var known = Worktree.find(common, path);
      checkouts.add(
          known.isPresent()
              ? new TargetCheckout(git, known.get().place(), known.get().gitDirectory())
              : new TargetCheckout(git, new GitPlace.Checkout(common, path), common));
    }
    return checkouts;
  }

  private static void requireNoOperation(Path common, String ref) {
    var directories =
        Stream.concat(Stream.of(common), Worktree.list(common).stream().map(Worktree::gitDirectory))
            .toList();
    for (var directory : directories) {
      for (var name : List.of("rebase-merge/head-name", "rebase-apply/head-name")) {
        if (Worktree.line(directory.resolve(name)).filter(ref::equals).isPresent()) {
          throw dirty(
              "Branch '%s' is being rebased".formatted(ref.substring(Branch.PREFIX.length())),
              "Finish it with 'git rebase --continue' or 'git rebase --abort', then call"
                  + " merge_attempt again",
              List.of());
        }
      }
    }
  }

  /** The same for who looks at commits that the repository does not have. */
  TargetCheckout with(Map<String, String> objects) {
    return new TargetCheckout(git, new GitPlace.Unwritten(place, objects), gitDirectory);
  }

  Path path() {
    return place.directory();
  }

  /** Fails if files could not be brought from one commit to another without losing changes. */
  void requireClean(String from, String to) {
    var lock = gitDirectory.resolve("index.lock");
    if (Files.exists(lock)) {
      throw new GitLockFile(lock).failure();
    }
    for (var operation : List.of("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")) {
      if (Files.exists(gitDirectory.resolve(operation))) {
        throw dirty(
            "A git operation is under way in %s (%s)"
                .formatted(path(), gitDirectory.resolve(operation)),
            "Finish it there, then call merge_attempt again",
            List.of());
      }
    }
    var changed = changed();
    if (!changed.isEmpty()) {
      throw dirty(
          "%s has uncommitted changes in %s".formatted(path(), new FileNames(changed)),
          "Commit or stash them there, then call merge_attempt again",
          changed);
    }
    var test = git.attempt(move(from, to, "-n"));
    if (!test.succeeded()) {
      requireNothingHidden(from, to);
      var files = listInTheWay(git, place, to);
      throw dirty(
          "Merging would overwrite %s in %s: %s"
              .formatted(
                  files.isEmpty() ? "files" : new FileNames(files), path(), test.error().strip()),
          MOVE_AWAY,
          files);
    }
    requireRoom(git, place, to);
  }

  /** Fails if git was told not to look at files that differ between two commits. */
  private void requireNothingHidden(String from, String to) {
    var moved = listChanged(from, to, "--diff-filter=a");
    var files =
        HiddenFiles.of(git, place).list().stream()
            .filter(moved::contains)
            .map(GitPath::shown)
            .toList();
    if (!files.isEmpty()) {
      throw dirty(
          "Merging would overwrite %s in %s, which git was told not to look at there"
              .formatted(new FileNames(files), path()),
          "Let git see each of them there with git update-index --no-skip-worktree, and with git"
              + " update-index --no-assume-unchanged, and commit or stash them, then call"
              + " merge_attempt again",
          files);
    }
  }

  /** Fails if files that git does not know would be overwritten by those of a tree. */
  static void requireRoom(Git git, GitPlace place, String tree) {
    var files = listInTheWay(git, place, tree);
    if (!files.isEmpty()) {
      throw dirty(
          "Merging would overwrite %s in %s, which git ignores there"
              .formatted(new FileNames(files), place.directory()),
          MOVE_AWAY,
          files);
    }
  }

  private static List<String> listInTheWay(Git git, GitPlace place, String tree) {
    return UnknownFiles.inTheWayOf(git, place, tree).stream().map(GitPath::shown).toList();
  }

  private List<String> changed() {
    refresh();
    return git
        .in(place)
        // why no submodules: a merge leaves theirs as they are, so that they never follow one
        .run("diff-index", "--name-only", "-z", "--ignore-submodules=all", "HEAD")
        .fields()
        .paths()
        .stream()
        .map(GitPath::shown)
        .toList();
  }

  /** Brings the files along; if git cannot, they stay as they are, and it says why. */
  Optional<String> follow(String from, String to) {
    refresh();
    if (Files.exists(gitDirectory.resolve("commondir"))) {
      // why: of a branch that is deleted later, git's notes of its worktree alone tell where it was
      git.in(place).attempt("update-ref", "-m", "baton: follow", "HEAD", to, to);
    }
    var moved = git.attempt(move(from, to, "--no-recurse-submodules"));
    if (moved.succeeded()) {
      return Optional.empty();
    }
    putBack(from, to);
    return Optional.of(moved.error().strip());
  }

  /**
   * Takes back what git wrote before it stopped at a file that it cannot write, such as when a
   * filter fails; what somebody else wrote stays.
   */
  private void putBack(String from, String to) {
    var known = listChanged(from, to, "--diff-filter=a");
    var written = new ArrayList<>(listChanged(from, to, "--diff-filter=d"));
    git.in(place).attempt("read-tree", "-m", "-i", from, to);
    refresh();
    written.removeAll(git.in(place).run("diff-files", "--name-only", "-z").fields().paths());
    git.in(place).attempt("read-tree", "-m", "-i", to, from);
    for (var path : written) {
      try {
        Files.deleteIfExists(path.below(path()));
      } catch (IOException e) {
        throw new UncheckedIOException("%s cannot be put back".formatted(path.below(path())), e);
      }
    }
    git.attempt(
        GitCommand.in(place, "checkout-index", "--quiet", "-z", "--stdin").withPaths(known));
    refresh();
  }

  private List<GitPath> listChanged(String from, String to, String filter) {
    return git.in(place)
        .run("diff-tree", "-r", "-z", "--name-only", "--no-renames", filter, from, to)
        .fields()
        .paths();
  }

  /** Makes git look again at files that were touched and not changed. */
  private void refresh() {
    git.in(place).attempt("update-index", "-q", "--refresh");
  }

  private GitCommand move(String from, String to, String option) {
    return GitCommand.in(place, "read-tree", "-m", "-u", option, from, to);
  }

  private static ToolFailure dirty(String message, String hint, List<String> files) {
    return new ToolFailure(
        BoardFailureCode.TARGET_DIRTY,
        message,
        hint,
        files.isEmpty() ? Map.of() : Map.of("files", files));
  }
}
