package dev.baton.app.command.moving;

import dev.baton.app.access.LocalToken;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.moving.MovedBoard;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Which board is moved, for the commands that only its user may give. */
final class BoardOption {
  @Option(
      names = "--db",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "The database, if it is not that of the data directory.")
  private Optional<String> database = Optional.empty();

  @Mixin private final DataDirectoryOption data;

  private final Map<String, String> environment;

  BoardOption(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  DataDirectory directory() {
    return data.directory();
  }

  /** The board; an agent that asks for it is refused. */
  MovedBoard open() throws IOException {
    LocalToken.requireUser(data.directory(), environment);
    return new MovedBoard(data.directory(), environment, database.stream().toList());
  }

  /**
   * The place of a file that is not there yet.
   *
   * @param what writes it, for the sentence that says why it cannot be
   */
  static Path newFile(Path file, String what) {
    var target = file.toAbsolutePath().normalize();
    if (Files.exists(target)) {
      throw new CommandFailure(
          FailureCode.ALREADY_DONE,
          "%s exists already, and %s replaces nothing: choose another name."
              .formatted(target, what));
    }
    if (target.getParent() == null || !Files.isDirectory(target.getParent())) {
      throw new CommandFailure(
          "%s is in no directory: make %s first.".formatted(target, target.getParent()));
    }
    return target;
  }
}
