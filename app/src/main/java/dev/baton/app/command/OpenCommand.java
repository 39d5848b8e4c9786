package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.home.DataDirectory;
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

/** {@code baton open}: shows the board in the browser, and starts its server where none runs. */
@Command(
    name = "open",
    description = "Open the board in the browser; starts the server if none runs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  baton open",
      "  baton open --print     only say the link, for a browser elsewhere",
      "  baton open --json"
    })
final class OpenCommand implements Callable<Integer> {
  @Option(names = "--print", description = "Say the link and open nothing.")
  private boolean printOnly;

  @Option(names = "--json", description = "Say the link as JSON and open nothing.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  OpenCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var directory = data.directory();
    LocalToken.requireUser(directory, environment);
    var server = new BackgroundServer(directory, environment).ensure();
    var link = BoardLink.of(server.url(), new LocalToken(directory).loadOrMake());
    if (json) {
      say(Json.object().put("address", link.address()).put("link", link.text()).toString());
    } else if (printOnly) {
      say(link.text());
    } else {
      open(directory, link);
    }
    return ExitCode.OK;
  }

  private void open(DataDirectory directory, BoardLink link)
      throws IOException, InterruptedException {
    say(
        new Browser(environment).open(directory, link)
            ? "The board opens in your browser. If it does not, use this link:"
            : "No browser was found here. Open this link in one:");
    say("  " + link.text());
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
