package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton stop}: ends the server of a data directory. */
@Command(
    name = "stop",
    description = "End the server; agents go on, and the next server finds them again.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  baton stop",
      "  baton stop --data-dir ~/other    the server of another data directory",
      "  baton stop --json"
    })
final class StopCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  StopCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LocalToken.requireUser(data.directory(), environment);
    var stopped = new BackgroundServer(data.directory(), environment).stop();
    var out = spec.commandLine().getOut();
    out.println(
        json
            ? Json.object()
                .put("stopped", stopped)
                .put("data_dir", data.directory().toString())
                .toString()
            : stopped ? "The server has ended." : "No server runs for " + data.directory() + ".");
    out.flush();
    return ExitCode.OK;
  }
}
