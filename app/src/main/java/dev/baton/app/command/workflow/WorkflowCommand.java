package dev.baton.app.command.workflow;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.client.McpClient;
import dev.baton.app.client.RefusedException;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.LocalServer;
import dev.baton.app.command.base.Version;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.verb.Verbs;
import dev.baton.app.verb.view.Progress;
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
import tools.jackson.databind.node.StringNode;

/**
 * {@code baton workflow}: checks workflow files, runs the workflows of the server, and continues
 * runs.
 */
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
      "  baton workflow run triage_failures project_id=shop",
      "  baton workflow status                            what is left of the open run",
      "  baton workflow resume TASK_ID --input rollback   go on, let this step run",
      "  baton workflow complete TASK_ID --result 'Done by hand'"
    })
public final class WorkflowCommand implements Runnable {
  private static final String JSON_FLAG = "--json";
  private static final String JSON_TEXT = "Answer as JSON.";
  private static final String NO_SERVER = "none";
  private static final String TASK = "TASK_ID";
  private static final String WHICH_RUN =
      "The run, by its task id; may be left out if only one is open.";

  /** A run stopped, and what is left of it is for the caller. */
  static final int HANDED_OFF = 4;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  public WorkflowCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public void run() {
    throw new Complaints.WrongUsageException(
        spec, "Say what to do with workflows: check, list, run, status, resume or complete.");
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
    var prompts = ask(client -> client.request("prompts/list", Json.object())).path("prompts");
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
      description =
          "Run a workflow on the server and show the conversation that it was; exits with 4 if the"
              + " run hands off, because something is left to do.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Examples:",
        "  baton workflow run triage_failures project_id=shop",
        "  baton workflow run deliver_task project_id=shop title='Fix the login' \\",
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
    var given = pairs(Optional.ofNullable(arguments).orElse(List.of()));
    Verbs.resolveIds(
        given, new LocalServer(data::directory, environment), spec.commandLine(), environment);
    params.set("arguments", given);
    var result = ask(client -> client.request("prompts/get", params));
    if (json) {
      say(result.toString());
    } else {
      result.path("messages").forEach(this::tellMessage);
    }
    return exitCode(result.path("_meta").path("dev.baton/status").asString("").equals("paused"));
  }

  private static int exitCode(boolean handedOff) {
    return handedOff ? HANDED_OFF : ExitCode.OK;
  }

  @Command(
      name = "status",
      description = "Show where a durable run stands and which calls remain.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Examples:",
        "  baton workflow status             the only run that is open",
        "  baton workflow status TASK_ID --json"
      })
  int status(
      @Parameters(paramLabel = TASK, arity = "0..1", description = WHICH_RUN) @Nullable String task,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException, InterruptedException {
    tellRun(call("status", task, Json.object()), json);
    return ExitCode.OK;
  }

  @Command(
      name = "resume",
      description =
          "Let the server go on with a durable run; exits with 4 if the run hands off again.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "A destructive step runs only if it is named with --input.",
        "",
        "Examples:",
        "  baton workflow resume                                   the only open run",
        "  baton workflow resume TASK_ID --input announce.result='It is out'",
        "  baton workflow resume TASK_ID --input count.limit:=3    a value as JSON",
        "  baton workflow resume TASK_ID --input rollback          let this step run"
      })
  int resume(
      @Parameters(paramLabel = TASK, arity = "0..1", description = WHICH_RUN) @Nullable String task,
      @Option(
              names = {"--input", "--inputs"},
              paramLabel = "STEP[.ARGUMENT=VALUE]",
              description =
                  "A step that may run, or an argument of it; ARGUMENT:=VALUE for JSON, or all"
                      + " inputs as one JSON object.")
          @Nullable List<String> inputs,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException, InterruptedException {
    var arguments = Json.object();
    if (inputs != null) {
      arguments.set("inputs", RunInputText.read(inputs, spec));
    }
    var answer = call("resume", task, arguments);
    tellRun(answer, json);
    return exitCode(!answer.path("handoff").isNull());
  }

  @Command(
      name = "complete",
      description = "Close a durable run with its result.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Examples:",
        "  baton workflow complete TASK_ID --result 'Done by hand'",
        "  baton workflow complete --result '{\"deployed\": 3}'   the only open run"
      })
  int complete(
      @Parameters(paramLabel = TASK, arity = "0..1", description = WHICH_RUN) @Nullable String task,
      @Option(
              names = "--result",
              required = true,
              paramLabel = "TEXT|JSON",
              description = "What came of the run: a text, or a JSON object.")
          String result,
      @Option(names = JSON_FLAG, description = JSON_TEXT) boolean json)
      throws IOException, InterruptedException {
    var arguments = Json.object();
    arguments.set(
        "result",
        RunInputText.object(result).<JsonNode>map(it -> it).orElse(StringNode.valueOf(result)));
    tellRun(call("complete", task, arguments), json);
    return ExitCode.OK;
  }

  private void tellRun(JsonNode run, boolean json) {
    if (json) {
      say(run.toString());
      return;
    }
    say(
        "Run %s of %s: %s"
            .formatted(
                run.path("task_id").asString(""),
                run.path("workflow").asString(""),
                run.path("status").asString("")));
    for (var step : run.path("steps")) {
      say(
          "  %-10s %s%s"
              .formatted(
                  step.path("status").asString(""),
                  step.path("name").asString(""),
                  step.path("tool").asStringOpt().map(" (%s)"::formatted).orElse("")));
    }
    run.path("unused_inputs").forEach(unused -> say("Not used: " + unused.asString("")));
    run.path("handoff").asStringOpt().ifPresent(text -> say("\n" + text));
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

  private JsonNode call(String command, @Nullable String task, ObjectNode arguments)
      throws IOException, InterruptedException {
    if (task != null) {
      arguments.put("task_id", task);
    }
    return ask(
        client -> {
          try {
            return client.call("workflow_" + command, arguments);
          } catch (RefusedException e) {
            throw RunRefusal.of(e, command);
          }
        });
  }

  private JsonNode ask(Request request) throws IOException, InterruptedException {
    var server = new BackgroundServer(data.directory(), environment).ensure();
    var token = LocalToken.ofCaller(data.directory(), environment);
    try (var client = new McpClient(URI.create(server.url()), token.text());
        var _ = Progress.show(spec.commandLine(), environment, "Waiting for the server")) {
      return request.send(client);
    } catch (RefusedException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  /** What is asked of the server. */
  private interface Request {
    JsonNode send(McpClient client) throws IOException, InterruptedException;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
