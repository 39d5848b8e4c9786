package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.access.StoredTokens;
import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.config.InvalidConfigException;
import dev.baton.app.config.RememberedDatabase;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton status}: whether a server runs, and where. */
@Command(
    name = "status",
    description = "Say whether a server runs, and where; exits with 1 if none does.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {"", "Examples:", "  baton status", "  baton status --json | jq -r .url"})
final class StatusCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  StatusCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var running = ServerFile.findRunning(data.directory());
    var answer = Json.object().put("running", running.isPresent());
    answer.put("data_dir", data.directory().toString());
    var database = database(running.isPresent());
    database.ifPresent(
        choice ->
            answer
                .put("database", choice.address().name())
                .put("database_source", choice.origin().words()));
    running.ifPresent(
        server ->
            answer
                .put("pid", server.pid())
                .put("url", server.url())
                .put("version", server.version())
                .put("program", server.program().toString())
                .put("started", server.started().toString()));
    var problem = tokensProblem();
    problem.ifPresent(text -> answer.put("problem", text));
    var out = spec.commandLine().getOut();
    out.println(
        json
            ? answer.toString()
            : running
                .map(
                    server ->
                        "A server runs at %s (pid %d, version %s%s)."
                            .formatted(
                                server.url(),
                                server.pid(),
                                server.version(),
                                server.isOfAnotherCopy()
                                    ? ", of another copy of Baton: " + server.program()
                                    : ""))
                .orElse("No server runs for %s.".formatted(data.directory())));
    if (!json) {
      database.ifPresent(choice -> out.println("Its database is %s.".formatted(choice.words())));
      problem.ifPresent(text -> out.println(text + "."));
    }
    out.flush();
    return running.isPresent() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Whose tokens the server refuses, as it says itself to who watches it. */
  private Optional<String> tokensProblem() {
    return new StoredTokens(
            new LocalToken(data.directory()), new Owners(data.directory(), Clock.systemUTC()))
        .findProblem();
  }

  /** The one that the server is on, or that the next one would be on; empty if nobody can tell. */
  private Optional<DatabaseChoice> database(boolean isRunning) throws IOException {
    try {
      return isRunning
          ? RememberedDatabase.find(data.directory().path())
          : Optional.of(
              new ConfigSource(data.directory(), environment, List.of()).load().database());
    } catch (InvalidConfigException | CommandFailure e) {
      return Optional.empty();
    }
  }
}
