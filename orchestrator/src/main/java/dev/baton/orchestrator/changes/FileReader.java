package dev.baton.orchestrator.changes;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads files of a workspace, and nothing outside it whatever an agent puts there. Every step of a
 * path is opened without following links, so that nothing can be swapped on the way. Thread safe.
 */
public final class FileReader {
  /** How much comes if the caller does not say. */
  public static final int USUAL_BYTES = 30_000;

  /** The most that may be asked for. */
  static final int MOST_BYTES = 512 * 1024;

  private static final int FEWEST_BYTES = 4;

  /** What the system takes as a path, and as one name in it. */
  private static final int LONGEST_PATH = 4096;

  private static final int LONGEST_NAME = 255;

  /** As many as the system follows. */
  private static final int MOST_LINKS = 40;

  /** A step that is a link; the file behind it is looked for again. */
  private static final class LinkException extends IOException {
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @FunctionalInterface
  private interface Use {
    FileContent with(SeekableByteChannel file) throws IOException;
  }

  /** Reads a part of a file; why there is none stands in the answer. */
  public FileContent read(Workspace workspace, String path, FileRange range, int maxBytes) {
    requireSize(maxBytes);
    try {
      if (maxBytes > MOST_BYTES) {
        throw new BlockedReadException(
            BlockedRead.SIZE_EXCEEDED,
            "max_bytes is at most %d; read longer files in parts, with offset"
                .formatted(MOST_BYTES));
      }
      var wanted = WorkspacePath.parse(workspace, path);
      requireLength(wanted.path());
      return open(workspace, wanted, path, file -> new FileSlice(file, path, maxBytes).read(range));
    } catch (BlockedReadException e) {
      return FileContent.blocked(e, 0);
    }
  }

  static void requireSize(int maxBytes) {
    if (maxBytes < FEWEST_BYTES) {
      throw ToolFailure.invalid(
          "/max_bytes",
          "max_bytes is %d, but at least %d are needed for one character"
              .formatted(maxBytes, FEWEST_BYTES),
          "Repeat the call with max_bytes of at least %d, or without max_bytes"
              .formatted(FEWEST_BYTES));
    }
  }

  private static void requireLength(GitPath path) {
    requireLength("The path", path, LONGEST_PATH);
    path.names().forEach(name -> requireLength("A name in the path", name, LONGEST_NAME));
  }

  private static void requireLength(String what, GitPath path, int most) {
    var length = path.bytes().length;
    if (length > most) {
      throw new BlockedReadException(
          BlockedRead.NOT_FOUND,
          "%s has %d bytes, but at most %d are possible; copy the path from get_attempt_changes"
              .formatted(what, length, most));
    }
  }

  private static FileContent open(
      Workspace workspace, WorkspacePath wanted, String shown, Use use) {
    var names = new ArrayList<Path>();
    names.add(Path.of(wanted.repo().name()));
    if (!wanted.path().isEmpty()) {
      wanted.path().below(Path.of("")).forEach(names::add);
    }
    try {
      return fromRoot(workspace.root(), names, shown, use);
    } catch (LinkException link) {
      return throughLinks(workspace, wanted, shown, use);
    } catch (NoSuchFileException e) {
      throw notFound(shown);
    } catch (AccessDeniedException e) {
      throw new BlockedReadException(
          BlockedRead.NOT_FOUND, "'%s' may not be read; check its permissions".formatted(shown));
    } catch (FileSystemException e) {
      // why: between a look and the opening something became a link
      throw WorkspacePath.outside(shown);
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be read".formatted(shown), e);
    }
  }

  private static FileContent throughLinks(
      Workspace workspace, WorkspacePath wanted, String shown, Use use) {
    var worktree = workspace.worktree(wanted.repo());
    try {
      var real = wanted.path().below(worktree).toRealPath();
      var inside = worktree.relativize(real);
      boolean hidden = false;
      for (var name : inside) {
        hidden |= name.toString().equalsIgnoreCase(".git");
      }
      if (!real.startsWith(worktree) || hidden) {
        throw WorkspacePath.outside(shown);
      }
      var names = new ArrayList<Path>();
      workspace.root().relativize(real).forEach(names::add);
      return fromRoot(workspace.root(), names, shown, use);
    } catch (NoSuchFileException e) {
      // why: what there is outside is not told either
      throw leadsOut(worktree, wanted.path().below(Path.of("")), MOST_LINKS)
          ? WorkspacePath.outside(shown)
          : notFound(shown);
    } catch (IOException e) {
      throw WorkspacePath.outside(shown);
    }
  }

  /** Whether a path to nothing leaves the worktree on its way, by its links. */
  private static boolean leadsOut(Path worktree, Path path, int links) {
    var place = worktree;
    for (var i = 0; i < path.getNameCount(); i++) {
      place = place.resolve(path.getName(i)).normalize();
      if (!place.startsWith(worktree)) {
        return true;
      }
      if (Files.isSymbolicLink(place)) {
        var behind = behind(worktree, place);
        for (var next = i + 1; next < path.getNameCount(); next++) {
          behind = behind.resolve(path.getName(next));
        }
        return links == 0 || leadsOut(worktree, behind, links - 1);
      }
    }
    return false;
  }

  /** Where a link leads, seen from the worktree. */
  private static Path behind(Path worktree, Path link) {
    try {
      var target = Files.readSymbolicLink(link);
      return worktree.relativize(
          target.isAbsolute() ? target.normalize() : link.resolveSibling(target));
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be read".formatted(link), e);
    }
  }

  private static FileContent fromRoot(Path root, List<Path> names, String shown, Use use)
      throws IOException {
    try (var directory = Files.newDirectoryStream(root)) {
      if (directory instanceof SecureDirectoryStream<Path> secure) {
        return descend(secure, names, shown, use);
      }
    }
    throw new GitException(
        "The file system of %s cannot open files safely; use a local file system".formatted(root));
  }

  private static FileContent descend(
      SecureDirectoryStream<Path> directory, List<Path> names, String shown, Use use)
      throws IOException {
    var name = names.getFirst();
    var attributes = attributes(directory, name);
    if (attributes.isSymbolicLink()) {
      throw new LinkException();
    }
    if (names.size() == 1) {
      requireFile(attributes, shown);
      try (var file =
          directory.newByteChannel(
              name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        return use.with(file);
      }
    }
    if (!attributes.isDirectory()) {
      throw notFound(shown);
    }
    try (var inner = directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      return descend(inner, names.subList(1, names.size()), shown, use);
    }
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return directory
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  private static void requireFile(BasicFileAttributes attributes, String shown) {
    if (!attributes.isRegularFile()) {
      throw new BlockedReadException(
          BlockedRead.NOT_A_FILE,
          "'%s' is %s; name a file"
              .formatted(shown, attributes.isDirectory() ? "a directory" : "a special file"));
    }
  }

  private static BlockedReadException notFound(String shown) {
    return new BlockedReadException(
        BlockedRead.NOT_FOUND,
        "There is no file '%s'; get_attempt_changes lists what changed".formatted(shown));
  }
}
