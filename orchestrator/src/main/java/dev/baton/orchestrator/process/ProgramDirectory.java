package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** The directory of one program: what was asked for, what came out, how it ended. */
public record ProgramDirectory(Path path) {
  static final String WRAPPER_SCRIPT = "wrapper.sh";
  private static final int SMALLEST_ROOM = 1 << 16;
  private static final String ABANDONED = "abandoned";

  public ProgramDirectory {
    path = path.toAbsolutePath();
  }

  public Path output(OutputChannel channel) {
    return path.resolve(channel.wireName());
  }

  Path inputPipe() {
    return path.resolve("input");
  }

  Path releasePipe() {
    return path.resolve("release");
  }

  /** What the wrapper itself had to complain about. */
  Path wrapperLog() {
    return path.resolve("wrapper.log");
  }

  /** Whether there is no room left for a note about the program. */
  boolean isDiskFull() {
    try {
      return Files.getFileStore(path).getUsableSpace() < SMALLEST_ROOM;
    } catch (IOException e) {
      return false; // the directory is gone, which is another matter
    }
  }

  /** Whether a wrapper, or a server that will not start it, has taken this program. */
  boolean isClaimed() {
    return Files.isDirectory(claim());
  }

  /**
   * Makes sure that this program will never start, whoever still tries; false if it has started.
   * What a server that died had already begun to start is stopped by this too.
   */
  public boolean abandon() throws IOException {
    Files.createDirectories(path);
    // why before the claim: who finds that looks at once why nothing runs
    var ending = writeBeside("exit", ABANDONED);
    try {
      Files.createDirectory(claim());
    } catch (FileAlreadyExistsException e) {
      Files.delete(ending);
      return false;
    }
    replace(ending, "exit");
    return true;
  }

  /** Whether it was made sure that this program never starts. */
  public boolean isAbandoned() {
    return read("exit").filter(text -> text.strip().equals(ABANDONED)).isPresent();
  }

  /** Writes everything that the wrapper needs; nothing runs yet. */
  void prepare(DetachedCommand command) throws IOException {
    Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    switch (command.input()) {
      case ProgramInput.Nothing _ -> {}
      case ProgramInput.Text prompt -> write("prompt", prompt.text());
      case ProgramInput.Pipe pipe -> write("first", pipe.first());
    }
    write("environment.sh", command.environmentScript());
    write("command.sh", command.commandScript());
    if (!Files.exists(path.resolve(WRAPPER_SCRIPT))) {
      // why: a shell reads its script while it runs, so this file never changes
      write(WRAPPER_SCRIPT, script());
    }
  }

  Optional<ProcessIdentity> wrapper() {
    return read("wrapper").flatMap(ProcessIdentity::parse);
  }

  Optional<ProcessIdentity> program() {
    return read("program").flatMap(ProcessIdentity::parse);
  }

  /** How it ended, if the wrapper has noted it. */
  Optional<Ending> ending() {
    return read("exit").map(text -> ending(text.strip()));
  }

  private Ending ending(String status) {
    var at = modified(path.resolve("exit"));
    try {
      return Ending.ofStatus(at, Integer.parseInt(status));
    } catch (NumberFormatException e) {
      return new Ending.Lost(
          at,
          status.equals(ABANDONED)
              ? "the program was never started"
              : "the exit status in %s is not a number: '%s'"
                  .formatted(path.resolve("exit"), status));
    }
  }

  private Path claim() {
    return path.resolve("claim");
  }

  private Optional<String> read(String name) {
    try {
      // why not readString: it refuses a file that was damaged, and nobody would hear of the end
      return Optional.of(
          new String(Files.readAllBytes(path.resolve(name)), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(path.resolve(name)), e);
    }
  }

  private static Instant modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be looked at".formatted(file), e);
    }
  }

  private void write(String name, String text) throws IOException {
    replace(writeBeside(name, text), name);
  }

  private Path writeBeside(String name, String text) throws IOException {
    var fresh =
        Files.createTempFile(
            path,
            name,
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(fresh, text);
  }

  private void replace(Path fresh, String name) throws IOException {
    Files.move(
        fresh,
        path.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static String script() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ProgramDirectory.class.getResourceAsStream(WRAPPER_SCRIPT))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
