package dev.baton.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.server.BoardServer;
import dev.baton.app.server.ServeSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/**
 * {@code baton rehearse}: starts a server in an empty data directory and asks it something, so that
 * the launcher can write down what such starts load.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Start a server and ask it something, to write down what that loads.")
final class RehearsalCommand implements Callable<Integer> {
  @Mixin private final DataDirectoryOption data;

  private final Map<String, String> environment;

  RehearsalCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var directory = data.directory();
    new LocalToken(directory).loadOrMake();
    try (var server = BoardServer.start(ServeSettings.ofOwn(directory, false), environment)) {
      ServerFile.ofThisProcess(server.port(), server.linePort(), server.url()).write(directory);
      verb("project", "list", "--data-dir", directory.path().toString());
      verb("--help");
      verb("no-such-verb");
    } finally {
      ServerFile.delete(directory);
    }
    return ExitCode.OK;
  }

  private void verb(String... arguments) {
    BatonCommand.commandLine(environment, arguments)
        .setOut(new PrintWriter(OutputStream.nullOutputStream(), false, UTF_8))
        .setErr(new PrintWriter(OutputStream.nullOutputStream(), false, UTF_8))
        .execute(arguments);
  }
}
