package dev.baton.orchestrator.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A worktree on its way to another place on the same disk, also to one inside of where it is. Git
 * itself moves none that has submodules, whose files and git directories name each other's place.
 * What was cut short goes on with the next call; no file is copied or deleted.
 *
 * @param common where git keeps what all checkouts share
 * @param from where it is, as git calls it
 * @param to where it shall be
 */
public record WorktreeMove(Path common, Path from, Path to) {
  /** True if it is not where it shall be, or git does not know that it is. */
  public boolean isOpen() {
    return isBegun() || isAside() || isForgotten();
  }

  private boolean isBegun() {
    // why: what is inside of it may be a directory of the same name
    return isWorktree(from) && (isInside() || !isThere(to));
  }

  private boolean isAside() {
    return isInside() && isWorktree(aside());
  }

  private boolean isForgotten() {
    return Worktree.pointedAt(to).filter(Files::isDirectory).isPresent()
        && Worktree.find(common, to).isEmpty();
  }

  /** Moves it with all that is in it. */
  public void run(Git git) {
    try {
      if (isBegun()) {
        begin(git);
      } else {
        finish(git);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private void begin(Git git) throws IOException {
    var submodules = Submodule.list(git, load());
    submodules.forEach(Submodule::letGo);
    rename(from, isInside() ? aside() : to);
    finish(git);
    submodules.forEach(submodule -> submodule.settle(to));
  }

  private void finish(Git git) throws IOException {
    if (isAside()) {
      rename(aside(), to);
    }
    git.in(new GitPlace.Bare(common)).run("worktree", "repair", to.toString());
  }

  private Worktree load() throws IOException {
    var worktree =
        Worktree.find(common, from)
            .filter(Worktree::isConnected)
            .orElseThrow(() -> new IOException("git does not know it in %s".formatted(common)));
    if (isThere(worktree.gitDirectory().resolve("locked"))) {
      throw new IOException("it is locked, which 'git worktree unlock' ends");
    }
    return worktree;
  }

  /** A directory cannot be moved into itself, so it steps aside first. */
  private Path aside() {
    return from.resolveSibling(from.getFileName() + ".moving");
  }

  private boolean isInside() {
    return to.startsWith(from);
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.createDirectories(to.resolveSibling(""));
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isWorktree(Path directory) {
    return Files.isRegularFile(directory.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isThere(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }
}
