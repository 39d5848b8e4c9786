package dev.baton.app.service;

import dev.baton.app.connect.ShellWords;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.service.LoginService.ServicePlan;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The service of a data directory: put in place, looked at, taken away. */
public final class ServerService {
  private final LoginService system;
  private final Path directory;

  public ServerService(LoginService system, DataDirectory directory) {
    this.system = system;
    this.directory = directory.path().toAbsolutePath().normalize();
  }

  /**
   * How the service stands.
   *
   * @param directory the data directory of what is installed; empty if nothing is
   */
  public record Standing(Optional<Path> directory, boolean isEnabled, boolean isActive) {}

  /**
   * Writes the description and starts the service; what was there before is back if that fails.
   *
   * @return true if the description is new or has changed
   */
  public boolean install(ServicePlan plan) throws IOException, InterruptedException {
    var before = read();
    before.ifPresent(this::requireOwn);
    var text = system.text(plan);
    write(text);
    try {
      system.start();
    } catch (CommandFailure | IOException | InterruptedException e) {
      if (before.isPresent()) {
        write(before.get());
      } else {
        Files.deleteIfExists(system.file());
      }
      throw e;
    }
    return before.filter(text::equals).isEmpty();
  }

  public Standing standing() throws IOException, InterruptedException {
    var text = read();
    return text.isEmpty()
        ? new Standing(Optional.empty(), false, false)
        : new Standing(Optional.of(directoryOf(text.get())), system.isEnabled(), system.isActive());
  }

  /** Ends the service and deletes its description; false if there is none. */
  public boolean remove() throws IOException, InterruptedException {
    var text = read();
    if (text.isEmpty()) {
      return false;
    }
    requireOwn(text.get());
    system.stop();
    Files.delete(system.file());
    system.forget();
    return true;
  }

  private Optional<String> read() throws IOException {
    return Files.exists(system.file())
        ? Optional.of(Files.readString(system.file()))
        : Optional.empty();
  }

  private void write(String text) throws IOException {
    Files.createDirectories(system.file().getParent());
    Files.writeString(system.file(), text);
  }

  private void requireOwn(String text) {
    var other = directoryOf(text);
    if (!other.equals(directory)) {
      throw new CommandFailure(
          FailureCode.ALREADY_DONE,
          "The service in %s is that of the data directory %s, not of %s; take it away with: baton service remove --data-dir %s"
              .formatted(
                  system.file(), other, directory, ShellWords.join(List.of(other.toString()))));
    }
  }

  private Path directoryOf(String text) {
    return system
        .findDirectory(text)
        .orElseThrow(
            () ->
                new CommandFailure(
                    FailureCode.ALREADY_DONE,
                    "%s is there and was not written by Baton: move it away, then repeat this."
                        .formatted(system.file())));
  }
}
