package dev.baton.app.command;

import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.pipe.LineDoor;
import dev.baton.app.pipe.LinePipe;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code baton mcp}: the server over standard streams, for MCP clients. */
@Command(
    name = "mcp",
    description =
        "Serve MCP over standard input and output; starts the server in the background if none"
            + " runs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "In an MCP client: \"command\": \"/path/to/baton\", \"args\": [\"mcp\"]",
      "",
      "Examples:",
      "  baton mcp                       with the server of the usual data directory",
      "  baton mcp --data-dir ~/other    with that of another one"
    })
public final class McpCommand implements Callable<Integer> {
  @Mixin private final DataDirectoryOption data;

  private final Map<String, String> environment;

  McpCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  /**
   * The data directory of a command line that says nothing but {@code mcp} and perhaps {@code
   * --data-dir DIR}. An MCP client starts it like that and waits, so the command line's library is
   * not loaded for it.
   */
  public static Optional<DataDirectory> plainlyAskedFor(
      String[] args, Map<String, String> environment) {
    if (args.length == 0 || !args[0].equals("mcp")) {
      return Optional.empty();
    }
    if (args.length == 1) {
      return Optional.of(DataDirectoryOption.ofUser(environment));
    }
    return args.length == 3 && args[1].equals("--data-dir")
        ? Optional.of(new DataDirectory(Path.of(args[2])))
        : Optional.empty();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    pass(data.directory(), environment);
    return ExitCode.OK;
  }

  /** Passes messages to the server of the directory and back, until the client is done. */
  public static void pass(DataDirectory directory, Map<String, String> environment)
      throws IOException, InterruptedException {
    new LinePipe(
            new LineDoor(directory, environment),
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out))
        .run();
  }
}
