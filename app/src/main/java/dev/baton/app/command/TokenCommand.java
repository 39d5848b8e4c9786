package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton token}: who may come in over HTTP beside the local user. */
@Command(
    name = "token",
    description =
        "Tokens of further owners; all share the board, and each sees only its own MCP tasks.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "The user of this machine is the owner 'local', whose token is made when it",
      "is first needed.",
      "",
      "Examples:",
      "  baton token add ci            prints the token, once",
      "  baton token list --json",
      "  baton token revoke ci         counts at once, also in a running server"
    })
final class TokenCommand implements Runnable {
  private static final String NAME = "NAME";
  private static final String JSON_FLAG = "--json";
  private static final String JSON_TEXT = "Answer as JSON.";

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  TokenCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public void run() {
    throw new Complaints.WrongUsageException(
        spec, "Say what to do with tokens: add, list or revoke.");
  }

  @Command(
      name = "add",
      description = "Make a token for a new owner and print it; it cannot be shown again.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Examples:",
        "  baton token add ci",
        "  baton token add ci --json",
        "  baton token add build-1 --worker     for 'baton worker' on a machine"
      })
  int add(
      @Parameters(paramLabel = NAME, description = "The owner's name.") String name,
      @Option(names = "--worker", description = "For a worker, which gets repositories with it.")
          boolean worker,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException {
    var problem = Owners.problemWith(name);
    if (problem.isPresent()) {
      throw new Complaints.WrongUsageException(spec, problem.get() + ".");
    }
    var token = owners().add(name, worker).text();
    say(json ? Json.object().put("owner", name).put("token", token).toString() : token);
    return 0;
  }

  @Command(
      name = "list",
      description = "Show the owners that were added; tokens are never shown.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton token list", "  baton token list --json"})
  int list(@Option(names = JSON_FLAG, description = JSON_TEXT) boolean json) throws IOException {
    var owners = owners().list();
    if (json) {
      say(asJson(owners));
    } else if (owners.isEmpty()) {
      say("Nobody was added yet; 'baton token add NAME' adds an owner.");
    } else {
      owners.forEach(
          owner ->
              say(
                  "%-24s %s%s"
                      .formatted(
                          owner.owner(), owner.created(), owner.isWorker() ? "  worker" : "")));
    }
    return 0;
  }

  private static String asJson(List<Owners.Owner> owners) {
    var json = Json.object();
    var array = json.putArray("owners");
    owners.forEach(
        owner ->
            array
                .addObject()
                .put("owner", owner.owner())
                .put("created", owner.created().toString())
                .put("worker", owner.isWorker()));
    return json.toString();
  }

  @Command(
      name = "revoke",
      description = "Take an owner's token away, at once.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton token revoke ci"})
  int revoke(
      @Parameters(paramLabel = NAME, description = "The owner's name.") String name,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException {
    if (name.equals(LocalToken.OWNER)) {
      throw new CommandFailure(
          "The local user's token is not revoked: delete %s, and the next start makes a new one."
              .formatted(data.directory().file(LocalToken.FILE)));
    }
    owners().revoke(name);
    say(
        json
            ? Json.object().put("owner", name).put("revoked", true).toString()
            : "The token of '%s' is worth nothing any more.".formatted(name));
    return 0;
  }

  private Owners owners() throws IOException {
    LocalToken.requireUser(data.directory(), environment);
    return new Owners(data.directory(), Clock.systemUTC());
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
