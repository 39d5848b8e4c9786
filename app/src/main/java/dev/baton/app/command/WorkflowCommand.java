package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.client.McpClient;
import dev.baton.app.client.RefusedException;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.verb.Progress;
import dev.baton.app.workflows.KnownServers;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code baton workflow}: checks workflow files, and runs what the server has. */
@Command(
    name = "workflow",
    description = "Check workflow files; list and run the workflows of the server.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  baton workflow check release.yaml triage.yaml",
      "  baton workflow check --server none release.yaml    for another server",
      "  baton workflow list",
      "  baton workflow run triage_failures project_id=PROJECT_ID"
    })
final class WorkflowCommand implements Runnable {
  private static final String JSON_FLAG = "--json";
  private static final String JSON_TEXT = "Answer as JSON.";
  private static final String NO_SERVER = "none";

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  WorkflowCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public void run() {
    throw new Complaints.WrongUsageException(
        spec, "Say what to do with workflows: check, list or run.");
  }

  @Command(
      name = "check",
      description =
          "Find every mistake in workflow files, each with its line; exits with 1 if there is one."
              + " No server has to run. With --data-dir its files may be called, and keep their"
              + " names.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton workflow check release.yaml triage.yaml"})
  int check(
      @Parameters(paramLabel = "FILE", arity = "1..*", description = "Workflow files.")
          List<Path> files,
      @Option(
              names = "--server",
              paramLabel = "NAME",
              defaultValue = KnownServers.BOARD,
              description =
                  "Whose tools, resources and prompts the files refer to: board, an example, or"
                      + " none to check the files alone. Default: ${DEFAULT-VALUE}.")
          String server,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException {
    var findings = findings(new WorkflowLint(files), server);
    if (json) {
      var answer = Json.object();
      var problems = answer.putArray("problems");
      findings.forEach(finding -> problems.add(finding.toJson()));
      say(answer.toString());
    } else if (findings.isEmpty()) {
      say(files.size() == 1 ? "No problems." : "No problems in %d files.".formatted(files.size()));
    } else {
      findings.forEach(finding -> say(finding.toString()));
    }
    return findings.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private List<WorkflowLint.Finding> findings(WorkflowLint lint, String server) throws IOException {
    if (server.equals(NO_SERVER)) {
      return lint.inThemselves();
    }
    var known = KnownServers.find(server).orElseThrow(() -> unknownServer(server));
    var directory = data.chosen();
    return directory.isPresent() ? lint.in(known, directory.get()) : lint.in(known);
  }

  private Complaints.WrongUsageException unknownServer(String server) {
    return new Complaints.WrongUsageException(
        spec,
        "--server %s is no server that this program knows: use %s or %s."
            .formatted(server, String.join(", ", KnownServers.names()), NO_SERVER));
  }

  @Command(
      name = "list",
      description = "Show the workflows that the server has, with their arguments.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton workflow list", "  baton workflow list --json"})
  int list(@Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException, InterruptedException {
    var prompts = ask("prompts/list", Json.object()).path("prompts");
    if (json) {
      say(Json.object().set("workflows", prompts).toString());
    } else {
      prompts.forEach(this::tell);
    }
    return ExitCode.OK;
  }

  private void tell(JsonNode prompt) {
    say(prompt.path("name").asString(""));
    say("  " + prompt.path("description").asString(""));
    for (var argument : prompt.path("arguments")) {
      var name = argument.path("name").asString("");
      say(
          "    %-18s %s"
              .formatted(
                  argument.path("required").asBoolean(false) ? name : "[" + name + "]",
                  argument.path("description").asString("")));
    }
    say("");
  }

  @Command(
      name = "run",
      description = "Run a workflow on the server and show the conversation that it was.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Examples:",
        "  baton workflow run triage_failures project_id=PROJECT_ID",
        "  baton workflow run deliver_task project_id=PROJECT_ID title='Fix the login' \\",
        "    executor=CLAUDE_CODE"
      })
  int run(
      @Parameters(index = "0", paramLabel = "NAME", description = "Which workflow.") String name,
      @Parameters(
              index = "1..*",
              arity = "0..*",
              paramLabel = "KEY=VALUE",
              description = "Its arguments.")
          @Nullable List<String> arguments,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException, InterruptedException {
    var params = Json.object().put("name", name);
    params.set("arguments", pairs(Optional.ofNullable(arguments).orElse(List.of())));
    var result = ask("prompts/get", params);
    if (json) {
      say(result.toString());
    } else {
      result.path("messages").forEach(this::tellMessage);
    }
    return ExitCode.OK;
  }

  private ObjectNode pairs(List<String> arguments) {
    var pairs = Json.object();
    for (var argument : arguments) {
      var equals = argument.indexOf('=');
      if (equals < 1) {
        throw new Complaints.WrongUsageException(
            spec, "'%s' is no argument of a workflow: write KEY=VALUE.".formatted(argument));
      }
      pairs.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return pairs;
  }

  private void tellMessage(JsonNode message) {
    var content = message.path("content");
    say("[%s]".formatted(message.path("role").asString("")));
    say(
        content
            .path("text")
            .asStringOpt()
            .or(() -> content.path("resource").path("text").asStringOpt())
            .orElseGet(content::toString));
    say("");
  }

  private JsonNode ask(String method, ObjectNode params) throws IOException, InterruptedException {
    var server = new BackgroundServer(data.directory(), environment).ensure();
    var token = LocalToken.ofCaller(data.directory(), environment);
    try (var client = new McpClient(URI.create(server.url()), token.text());
        var _ = Progress.show(spec.commandLine(), environment, "Waiting for the server")) {
      return client.request(method, params);
    } catch (RefusedException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
