package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.connect.ClientProgram;
import dev.baton.app.connect.ClientProgram.Recipe;
import dev.baton.app.connect.ClientProgram.Way;
import dev.baton.app.program.OwnProgram;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton connect}: how an MCP client is told of Baton. */
@Command(
    name = "connect",
    description = "Print the configuration with which an MCP client uses Baton.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Clients: claude-code, codex, vscode, cursor, gemini",
      "",
      "Examples:",
      "  baton connect claude-code",
      "  baton connect codex --http     to a server that runs, with your token"
    })
final class ConnectCommand implements Callable<Integer> {
  /** What the shell completes. */
  static final class Clients implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ClientProgram.names().iterator();
    }
  }

  @Parameters(
      paramLabel = "CLIENT",
      description = "Which client.",
      completionCandidates = Clients.class)
  private String name = "";

  @Option(
      names = "--http",
      description = "Connect over HTTP to a server that runs, instead of starting 'baton mcp'.")
  private boolean isHttp;

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  ConnectCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var client =
        ClientProgram.find(name)
            .orElseThrow(
                () ->
                    new Complaints.WrongUsageException(
                        spec,
                        "There is no client '%s'; these are: %s. Any other takes the command 'baton mcp'."
                            .formatted(name, String.join(", ", ClientProgram.names()))));
    var recipe = client.recipe(isHttp ? http() : stdio());
    if (json) {
      say(Json.object().put("client", client.wireName()).setAll(recipe.toJson()).toString());
    } else {
      tell(client, recipe);
    }
    return ExitCode.OK;
  }

  private Way stdio() {
    var words = new ArrayList<>(OwnProgram.launcher(environment));
    words.add("mcp");
    if (!data.isUsual()) {
      // why: a client may start its servers without the variables of this shell
      words.addAll(List.of("--data-dir", data.directory().toString()));
    }
    return new Way.Stdio(words.getFirst(), words.subList(1, words.size()));
  }

  private Way http() throws IOException {
    var url =
        ServerFile.findRunning(data.directory())
            .map(ServerFile::url)
            .orElse("http://127.0.0.1:%d/mcp".formatted(ServeCommand.DEFAULT_PORT));
    return new Way.Http(url, new LocalToken(data.directory()).loadOrMake().text());
  }

  private void tell(ClientProgram client, Recipe recipe) {
    recipe
        .command()
        .ifPresent(
            command -> {
              say("To let %s use Baton, run:".formatted(client.title()));
              say("");
              say("  " + command);
              say("");
            });
    say(
        recipe.command().isPresent()
            ? "Or put this into %s:".formatted(recipe.file())
            : "To let %s use Baton, put this into %s:".formatted(client.title(), recipe.file()));
    say("");
    say(recipe.configuration().stripTrailing());
    if (isHttp) {
      say("");
      say("The token is yours: keep the file to yourself. 'baton serve' starts the server.");
    }
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
