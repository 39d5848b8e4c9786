package dev.baton.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.examples.Examples;
import dev.baton.mcp.transport.StdioTransport;
import dev.baton.task.TaskOwner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/**
 * {@code baton rehearse}: does once what starts do, in an empty data directory and with a client's
 * messages from standard input, so that the launcher can write down what they load.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Do once what starts do, to write down what they load.")
final class RehearsalCommand implements Callable<Integer> {
  @Mixin private final DataDirectoryOption data;

  private final Map<String, String> environment;

  RehearsalCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var messages = System.in.readAllBytes();
    example(messages);
    var directory = data.directory();
    new LocalToken(directory).loadOrMake();
    try (var server = BoardServer.start(ServeSettings.ofOwn(directory, false), environment)) {
      ServerFile.ofThisProcess(server.port(), server.linePort(), server.url()).write(directory);
      new LinePipe(
              new LineDoor(directory, environment),
              new ByteArrayInputStream(messages),
              OutputStream.nullOutputStream())
          .run();
      verb("project", "list", "--data-dir", directory.path().toString());
    } finally {
      ServerFile.delete(directory);
    }
    return ExitCode.OK;
  }

  private void example(byte[] messages) throws IOException {
    var watchers = StandardStreams.watchers(environment);
    try (var server =
        Examples.find("conformance").orElseThrow().start(builder -> builder.observedBy(watchers))) {
      StdioTransport.serve(
          server,
          TaskOwner.LOCAL,
          new ByteArrayInputStream(messages),
          OutputStream.nullOutputStream());
    }
  }

  private void verb(String... arguments) {
    Main.commandLine(environment, arguments)
        .setOut(new PrintWriter(OutputStream.nullOutputStream(), false, UTF_8))
        .execute(arguments);
  }
}
