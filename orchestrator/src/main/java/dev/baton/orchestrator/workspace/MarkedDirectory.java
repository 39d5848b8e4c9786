package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory that we made and may delete, because it has our marker in it. */
public final class MarkedDirectory {
  static final String MARKER = ".baton-workspace";
  private static final String TEXT = "This directory belongs to Baton, which deletes it.\n";

  private static final Set<PosixFilePermission> OF_THE_USER =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;

  private MarkedDirectory(Path path) {
    this.path = path;
  }

  /** Makes the directory, or takes one that is empty or ours. */
  static MarkedDirectory make(Path path) {
    try {
      // why: what agents work on is for the user alone, also where the directory above is not
      Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OF_THE_USER));
      var directory = new MarkedDirectory(path);
      if (!directory.isMarked()) {
        directory.requireEmpty();
        directory.mark();
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("Directory %s cannot be made".formatted(path), e);
    }
  }

  public static MarkedDirectory at(Path path) {
    return new MarkedDirectory(path);
  }

  boolean isMarked() {
    return Files.isRegularFile(path.resolve(MARKER), LinkOption.NOFOLLOW_LINKS);
  }

  /** True if it has our marker, or is missing or empty, so that nobody else's can be lost. */
  boolean isOursOrEmpty() {
    try {
      return isMarked() || !Files.exists(path, LinkOption.NOFOLLOW_LINKS) || hasNoFiles();
    } catch (IOException e) {
      throw new UncheckedIOException("Directory %s cannot be read".formatted(path), e);
    }
  }

  /** True if there is nothing but directories in it, which are nobody's work. */
  private boolean hasNoFiles() throws IOException {
    try (var entries = Files.walk(path)) {
      return entries.allMatch(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  void mark() throws IOException {
    Files.writeString(path.resolve(MARKER), TEXT);
  }

  private void requireEmpty() throws IOException {
    if (!hasNoFiles()) {
      throw ToolFailure.invalid(
          "Directory %s has files and no marker of Baton".formatted(path),
          "Move it away; Baton neither uses nor deletes directories that it did not make");
    }
  }

  /** Deletes the directory and all in it; links are deleted, not followed. */
  public void delete() {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isMarked()) {
      throw ToolFailure.invalid(
          "Directory %s has no marker of Baton, so it is not deleted".formatted(path),
          "Delete it by hand if nothing in it is needed");
    }
    try {
      Files.walkFileTree(path, new Deletion());
      deleteIfThere(path.resolve(MARKER));
      deleteIfThere(path);
    } catch (IOException e) {
      throw new UncheckedIOException("Directory %s cannot be deleted".formatted(path), e);
    }
  }

  private static void deleteIfThere(Path file) throws IOException {
    try {
      Files.deleteIfExists(file);
    } catch (AccessDeniedException e) {
      allow(file.toAbsolutePath().getParent());
      Files.deleteIfExists(file);
    }
  }

  private static void allow(@Nullable Path directory) throws IOException {
    if (directory != null) {
      Files.setPosixFilePermissions(directory, OF_THE_USER);
    }
  }

  private final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
        allow(directory);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      // why: the marker goes last, so that a deletion that was cut short can be taken up again
      if (!file.equals(path.resolve(MARKER))) {
        deleteIfThere(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      if (failure instanceof AccessDeniedException
          && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        allow(file);
        Files.walkFileTree(file, this);
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      if (!directory.equals(path)) {
        try {
          deleteIfThere(directory);
        } catch (DirectoryNotEmptyException e) {
          Files.walkFileTree(directory, this);
        }
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
