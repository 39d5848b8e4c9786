package dev.baton.app.home;

import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** A small file that somebody else may have put there: it is looked at before it is opened. */
public final class PlainFile {
  private PlainFile() {}

  /**
   * What keeps a file from being read, after its name; empty if nothing does, or if it is missing.
   */
  public static Optional<String> findProblem(Path file, long mostBytes) throws IOException {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (attributes.isDirectory()) {
        return Optional.of("is a directory");
      }
      if (!attributes.isRegularFile()) {
        // why: to open a pipe would wait until somebody writes into it
        return Optional.of("is a pipe, a socket or a device");
      }
      return attributes.size() <= mostBytes
          ? Optional.empty()
          : Optional.of("has %d bytes, more than %d".formatted(attributes.size(), mostBytes));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * The bytes of a file; empty if it is missing.
   *
   * @throws CommandFailure if it is no file of that size
   */
  public static Optional<byte[]> read(Path file, long mostBytes) throws IOException {
    var problem = findProblem(file, mostBytes);
    if (problem.isPresent()) {
      throw new CommandFailure(
          "%s %s, where Baton needs a small plain file: move it away, then try again."
              .formatted(file, problem.get()));
    }
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
