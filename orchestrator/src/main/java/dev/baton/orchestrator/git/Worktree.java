package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A worktree that git knows; its directory may be gone.
 *
 * @param path the directory with the files
 * @param gitDirectory where git keeps its index, head and reflog
 * @param common where git keeps what all checkouts share
 */
public record Worktree(Path path, Path gitDirectory, Path common) {
  private static final String MERGE_HEAD = "MERGE_HEAD";
  private static final String REF = "ref: ";
  private static final String HEAD_OF_BRANCH = REF + Branch.PREFIX;

  /** The worktree that git knows at a path. */
  public static Optional<Worktree> find(Path common, Path path) {
    var entry = pointedAt(path).filter(found -> found.startsWith(common.resolve("worktrees")));
    return entry
        .flatMap(found -> read(common, found))
        .filter(worktree -> worktree.path().equals(path))
        .or(
            () ->
                list(common).stream().filter(worktree -> worktree.path().equals(path)).findFirst());
  }

  /** Fails if git does not know the worktree, or its directory or all its files are gone. */
  public static Worktree load(Git git, Path common, Path path) {
    var worktree =
        find(common, path)
            .filter(_ -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
            .orElseThrow(() -> gone("Worktree %s does not exist".formatted(path)));
    if (worktree.isEmptied(git)) {
      throw gone("All files of worktree %s were deleted, its link to git too".formatted(path));
    }
    return worktree;
  }

  private static ToolFailure gone(String problem) {
    return ToolFailure.notFound(problem, "It comes back with the next follow_up of its attempt");
  }

  /**
   * True if the link to git and every file that git knows are gone.
   *
   * <p>why: the directory was deleted, and a program that still ran in it made it anew; to take
   * that for the agent's work would delete the whole repository with the next merge.
   */
  public boolean isEmptied(Git git) {
    if (Files.exists(path.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    var known = git.in(place()).run("ls-files", "-z").fields().paths();
    return !known.isEmpty()
        && known.stream()
            .noneMatch(file -> Files.exists(file.below(path), LinkOption.NOFOLLOW_LINKS));
  }

  /** All linked worktrees of a repository. */
  public static List<Worktree> list(Path common) {
    var entries = common.resolve("worktrees");
    if (!Files.isDirectory(entries)) {
      return List.of();
    }
    try (var directories = Files.list(entries)) {
      return directories.flatMap(entry -> read(common, entry).stream()).toList();
    } catch (NoSuchFileException e) {
      // why: git removes it with the last worktree
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Worktree> read(Path common, Path entry) {
    return line(entry.resolve("gitdir"))
        .map(pointer -> entry.resolve(pointer).normalize().getParent())
        .map(path -> new Worktree(path, entry, common));
  }

  /** Where git commands work on the files. */
  public GitPlace place() {
    return new GitPlace.Checkout(gitDirectory, path);
  }

  /** The same without the files, for when they are gone. */
  public GitPlace head() {
    return new GitPlace.Bare(gitDirectory);
  }

  /** The branch that is checked out, unless the head is detached. */
  public Optional<String> branch() {
    return line(gitDirectory.resolve("HEAD"))
        .filter(head -> head.startsWith(HEAD_OF_BRANCH))
        .map(head -> head.substring(HEAD_OF_BRANCH.length()));
  }

  /** The commit that is checked out, if the head is detached. */
  public Optional<String> detachedCommit() {
    return line(gitDirectory.resolve("HEAD")).filter(head -> !head.startsWith(REF));
  }

  /** True from when a rebase stops until it is finished or given up. */
  public boolean isRebasing() {
    return Stream.of("rebase-merge", "rebase-apply")
        .anyMatch(name -> Files.isDirectory(gitDirectory.resolve(name)));
  }

  /** The commit that is being merged, from when a merge stops until it is committed. */
  public Optional<String> merging() {
    return line(gitDirectory.resolve(MERGE_HEAD)).flatMap(text -> text.lines().findFirst());
  }

  /** Makes the next commit that of a merge, which stopped before and whose files are there. */
  public void resumeMerge(String commit) {
    try {
      Files.writeString(gitDirectory.resolve("MERGE_MSG"), "Merge commit '%s'\n".formatted(commit));
      Files.writeString(gitDirectory.resolve("MERGE_MODE"), "no-ff");
      Files.writeString(gitDirectory.resolve(MERGE_HEAD), commit + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if the directory leads back to its entry, as git expects. */
  public boolean isConnected() {
    return pointedAt(path).filter(gitDirectory::equals).isPresent();
  }

  /** Makes the directory lead back to its entry. */
  public void connect() {
    var dotGit = path.resolve(".git");
    try {
      if (!Files.isDirectory(dotGit, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(dotGit);
        Files.writeString(dotGit, CommonDirectory.POINTER + gitDirectory + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Optional<Path> pointedAt(Path path) {
    var dotGit = path.resolve(".git");
    try {
      return Files.isRegularFile(dotGit, LinkOption.NOFOLLOW_LINKS)
          ? CommonDirectory.target(dotGit)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The only line of a small file. */
  public static Optional<String> line(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
