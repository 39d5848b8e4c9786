package dev.baton.app.moving;

import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.transfer.PassingDirectory;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file that is read or written more than once although it stands for a pipe, which can be only
 * once: then it is a copy, and goes when it is closed.
 */
public final class PipedFile implements AutoCloseable {
  /** How people call standard input and output. */
  private static final Path STANDARD = Path.of("-");

  private final Path path;
  private final Optional<PassingDirectory> directory;

  private PipedFile(Path path, Optional<PassingDirectory> directory) {
    this.path = path;
    this.directory = directory;
  }

  public static boolean isStandard(Path named) {
    return named.equals(STANDARD);
  }

  /** A new place for what is then written to standard output. */
  public static PipedFile empty() throws IOException {
    var directory = PassingDirectory.make("baton-pipe");
    return new PipedFile(directory.path().resolve("lines"), Optional.of(directory));
  }

  /**
   * What is to be read: a file as it is, all else as a copy.
   *
   * @param question what may have been meant, if there is no such file
   */
  public static PipedFile read(Path named, String question) throws IOException {
    if (Files.isRegularFile(named)) {
      return new PipedFile(named, Optional.empty());
    }
    var copy = empty();
    try (var input = open(named, question)) {
      Files.copy(input, copy.path);
      return copy;
    } catch (IOException | CommandFailure e) {
      copy.close();
      throw e;
    }
  }

  /** What is to be read once. */
  public static InputStream open(Path named, String question) throws IOException {
    if (isStandard(named)) {
      return new FileInputStream(FileDescriptor.in);
    }
    var place = named.toAbsolutePath().normalize();
    if (Files.isDirectory(named)) {
      throw new CommandFailure("%s is a directory: name a file in it.".formatted(place));
    }
    if (!Files.exists(named)) {
      throw new CommandFailure(
          FailureCode.NOT_FOUND,
          "There is no file %s: name one that is there, or - for standard input%s"
              .formatted(place, question.isEmpty() ? "." : question));
    }
    return Files.newInputStream(named);
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (directory.isPresent()) {
      directory.get().close();
    }
  }
}
