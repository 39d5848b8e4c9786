package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.LocalServer;
import dev.baton.app.command.base.Version;
import dev.baton.app.top.Top;
import dev.baton.app.top.TopBoard;
import dev.baton.app.verb.Verbs;
import dev.baton.app.verb.view.Terminal;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton top}: what runs, live. */
@Command(
    name = "top",
    description = "Show what runs, live: state, age, cost, agent and its last line.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Keys: Up and Down (or k and j) choose an attempt, o opens its task in the",
      "browser, s stops it, a approves what its agent asks, d denies it, q quits.",
      "Without a terminal it prints plain lines, once; for scripts there is",
      "'baton attempt list --state running --json'.",
      "",
      "Examples:",
      "  baton top",
      "  baton top --project shop",
      "  baton top | cat          once, as plain lines"
    })
final class TopCommand implements Callable<Integer> {
  @Option(
      names = "--project",
      paramLabel = "PROJECT",
      description = "Only this project: its name or id.")
  private Optional<String> project = Optional.empty();

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  TopCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var server = new LocalServer(data::directory, environment);
    var board = new TopBoard(server, projectId(server));
    var out = spec.commandLine().getOut();
    if (Terminal.find(environment).live()) {
      new Top(board, this::open, Clock.systemUTC()).run(out);
    } else {
      Top.plain(board.rows(), Clock.systemUTC()).forEach(out::println);
    }
    out.flush();
    return ExitCode.OK;
  }

  private Optional<String> projectId(LocalServer server) throws IOException, InterruptedException {
    if (project.isEmpty()) {
      return Optional.empty();
    }
    var named = Json.object().put("project_id", project.get());
    Verbs.resolveIds(named, server, spec.commandLine(), environment);
    return named.path("project_id").asStringOpt();
  }

  private String open(String taskId) throws IOException, InterruptedException {
    var directory = data.directory();
    LocalToken.requireUser(directory, environment);
    var server = new BackgroundServer(directory, environment).ensure();
    var link = BoardLink.of(server.url(), new LocalToken(directory).loadOrMake()).toTask(taskId);
    return new Browser(environment).open(directory, link)
        ? "The task opens in your browser"
        : "No browser was found here; the task is at %s%s".formatted(link.address(), link.path());
  }
}
