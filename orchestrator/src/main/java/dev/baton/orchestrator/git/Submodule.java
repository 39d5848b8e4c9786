package dev.baton.orchestrator.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A submodule of a worktree, or one inside of another. Its git directory is kept with that of the
 * worktree, and stays when the files move; each names the place of the other.
 *
 * @param settings the file of the git directory that names the place of the files
 * @param files that place, in the worktree
 */
record Submodule(Git git, Path gitDirectory, Path settings, Path worktree, Path files) {
  private static final String PLACE = "core.worktree";

  /** Those of a worktree that have files. */
  static List<Submodule> list(Git git, Worktree worktree) {
    return below(worktree.gitDirectory())
        .flatMap(directory -> read(git, directory, worktree.path()).stream())
        .toList();
  }

  /** The git directories of its submodules, and of theirs; names of submodules have slashes. */
  private static Stream<Path> below(Path gitDirectory) {
    return directories(gitDirectory.resolve("modules")).flatMap(Submodule::atOrBelow);
  }

  private static Stream<Path> atOrBelow(Path directory) {
    boolean isOne =
        Files.isRegularFile(directory.resolve("HEAD"))
            && Files.isDirectory(directory.resolve("objects"));
    return isOne
        ? Stream.concat(Stream.of(directory), below(directory))
        : directories(directory).flatMap(Submodule::atOrBelow);
  }

  private static Stream<Path> directories(Path parent) {
    if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
      return Stream.empty();
    }
    try (var entries = Files.list(parent)) {
      return entries
          .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Submodule> read(Git git, Path gitDirectory, Path worktree) {
    // why two: git keeps it in the second one where a checkout has settings of its own
    return Stream.of("config", "config.worktree")
        .map(gitDirectory::resolve)
        .filter(Files::isRegularFile)
        .flatMap(settings -> read(git, gitDirectory, settings, worktree).stream())
        .findFirst();
  }

  private static Optional<Submodule> read(
      Git git, Path gitDirectory, Path settings, Path worktree) {
    var place = settings(git, gitDirectory, settings, "--get", PLACE);
    return Optional.of(place)
        .filter(GitOutput::succeeded)
        .map(found -> gitDirectory.resolve(found.text()).normalize())
        .filter(files -> files.startsWith(worktree) && Files.isRegularFile(files.resolve(".git")))
        .map(files -> new Submodule(git, gitDirectory, settings, worktree, files));
  }

  private static GitOutput settings(Git git, Path gitDirectory, Path file, String... arguments) {
    return git.in(new GitPlace.Bare(gitDirectory))
        .attempt(
            Stream.concat(Stream.of("config", "--file", file.toString()), Stream.of(arguments))
                .toList());
  }

  /** Makes the files fit their git directory wherever they are moved to. */
  void letGo() {
    try {
      Files.writeString(files.resolve(".git"), CommonDirectory.POINTER + gitDirectory + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    git.in(new GitPlace.Bare(gitDirectory))
        .run("config", "--file", settings.toString(), "--unset-all", PLACE);
  }

  /** Tells the git directory where the files are now. */
  void settle(Path moved) {
    var now = moved.resolve(worktree.relativize(files));
    // why ignored: the files name their git directory, which is enough for git to work in them
    var ignored = settings(git, gitDirectory, settings, PLACE, now.toString());
  }
}
