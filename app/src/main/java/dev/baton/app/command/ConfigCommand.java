package dev.baton.app.command;

import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.config.ConfigProblem;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.InvalidConfigException;
import dev.baton.app.config.Origin;
import dev.baton.app.config.Setting;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code baton config}: what is configured. */
@Command(
    name = "config",
    description = "The configuration: config.yaml in the data directory, variables and flags.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  baton config show",
      "  BATON_LIMITS_RUNNING=2 baton config show --json",
      "  baton config show --max-running 4     what serve would use with that flag"
    })
final class ConfigCommand implements Runnable {
  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  ConfigCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public void run() {
    throw new Complaints.WrongUsageException(spec, "Say what to do with the configuration: show.");
  }

  @Command(
      name = "show",
      description =
          "Print every value that counts and where it comes from; exits with 1 if there is a"
              + " mistake.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton config show", "  baton config show --json"})
  int show(
      @Mixin ConfigFlags flags,
      @Option(names = "--json", description = "Answer as JSON.") boolean json)
      throws IOException {
    var source = new ConfigSource(data.directory(), environment, flags.given(spec));
    if (!json) {
      table(source.require().settings()).forEach(this::say);
      return ExitCode.OK;
    }
    try {
      say(asJson(source, source.load().settings()).toString());
      return ExitCode.OK;
    } catch (InvalidConfigException e) {
      var err = spec.commandLine().getErr();
      err.println(envelope(source, e));
      err.flush();
      return ExitCode.SOFTWARE;
    }
  }

  private static List<String> table(List<Setting> settings) {
    var keys = settings.stream().mapToInt(it -> it.key().length()).max().orElse(1);
    var values = settings.stream().mapToInt(it -> it.words().length()).max().orElse(1);
    var format = "%%-%ds  %%-%ds  %%s".formatted(keys, values);
    return settings.stream()
        .map(it -> format.formatted(it.key(), it.words(), it.origin().words()))
        .toList();
  }

  private static ObjectNode asJson(ConfigSource source, List<Setting> settings) {
    var json = Json.object().put("file", source.file().toString());
    var array = json.putArray("settings");
    for (var setting : settings) {
      var entry = array.addObject().put("key", setting.key());
      entry.set("value", setting.shown());
      entry.set("source", asJson(setting.origin()));
    }
    return json;
  }

  private static ObjectNode asJson(Origin origin) {
    return switch (origin) {
      case Origin.Standard _ -> Json.object().put("kind", "default");
      case Origin.Remembered(String from) ->
          Json.object().put("kind", "remembered").put("name", from);
      case Origin.Line(int number) -> Json.object().put("kind", "file").put("line", number);
      case Origin.Variable(String name) ->
          Json.object().put("kind", "environment").put("name", name);
      case Origin.Flag(String name) -> Json.object().put("kind", "flag").put("name", name);
    };
  }

  private static ObjectNode envelope(ConfigSource source, InvalidConfigException invalid) {
    var envelope =
        new ToolFailure(
                FailureCode.INVALID_ARGUMENT,
                source.summary(invalid) + " " + invalid.problems().getFirst().message(),
                "Correct the file or the variables that details.problems names, then repeat")
            .toJson();
    var problems = envelope.putObject("details").putArray("problems");
    for (ConfigProblem problem : invalid.problems()) {
      var entry = problems.addObject();
      entry.set("source", asJson(problem.origin()));
      entry
          .put("found", problem.found())
          .put("allowed", problem.allowed())
          .put("message", problem.message());
    }
    return envelope;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
