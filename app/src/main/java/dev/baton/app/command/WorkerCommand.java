package dev.baton.app.command;

import dev.baton.app.access.WorkerToken;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.HeldFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.Shutdown;
import dev.baton.app.server.ServeSettings;
import dev.baton.app.server.WorkerServer;
import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.fleet.NodeWords;
import dev.baton.orchestrator.node.Node.RefusedNodeException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton worker}: runs agents for a server on another machine, until it is asked to end. */
@Command(
    name = "worker",
    description = "Run agents for a server elsewhere; opens connections only outwards.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Its token is made at the server by 'baton token add NAME --worker', and given",
      "in BATON_WORKER_TOKEN or a file. The database is the PostgreSQL of the server.",
      "",
      "Examples:",
      "  baton worker --server http://board:4747 \\",
      "      --db 'jdbc:postgresql://db/baton?user=baton'",
      "  baton worker --name build-1 --labels gpu,linux --max-running 4 \\",
      "      --token-file token --db URL --server URL"
    })
final class WorkerCommand implements Callable<Integer> {
  @Option(
      names = "--server",
      paramLabel = "URL",
      required = true,
      description = "The server, for repositories and for the tools of agents.")
  private String server = "";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What the worker is called; otherwise as before, or by host and directory.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--labels",
      paramLabel = "A,B",
      split = ",",
      description = "What attempts can want of it, such as gpu.")
  private List<String> labels = List.of();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with the worker's token; otherwise BATON_WORKER_TOKEN.")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(names = "--json", description = "Say what it is as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Mixin private final ConfigFlags flags = new ConfigFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  WorkerCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var address = address();
    Stream.concat(
            name.stream().map(word -> NodeWords.findProblem("name", word)),
            labels.stream().map(word -> NodeWords.findProblem("label", word)))
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(
            problem -> {
              throw wrongUsage(problem + ".");
            });
    var token = WorkerToken.load(tokenFile.map(Path::toString).orElse(""), environment);
    var setup = NodeSetup.worker(name.orElse(""), labels, new HomeServer(address, token.text()));
    var directory = data.directory();
    var flagged = flags.given(spec);
    DirectoryHold.run(
        directory,
        held -> work(new ConfigSource(directory, environment, flagged), directory, setup, held));
    return ExitCode.OK;
  }

  private URI address() {
    try {
      var address = URI.create(server);
      var hasPlace = Optional.ofNullable(address.getHost()).isPresent();
      var path = Optional.ofNullable(address.getPath()).orElse("");
      var isPlain =
          Optional.ofNullable(address.getUserInfo())
              .or(() -> Optional.ofNullable(address.getQuery()))
              .isEmpty();
      if (List.of("http", "https").contains(String.valueOf(address.getScheme()))
          && hasPlace
          && isPlain
          && List.of("", "/").contains(path)) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      throw wrongUsage(
          "--server %s is no address: %s.".formatted(server, String.valueOf(e.getMessage())));
    }
    throw wrongUsage(
        "--server %s is no address of a server: use one such as http://board.example.org:4747."
            .formatted(server));
  }

  private void work(ConfigSource source, DataDirectory directory, NodeSetup setup, HeldFile held)
      throws IOException, InterruptedException {
    var configuration = source.require();
    if (configuration.database().address().file().isPresent()) {
      throw wrongUsage(
          "A worker shares the PostgreSQL of its server, and %s is a file: name it with --db jdbc:postgresql://…"
              .formatted(configuration.database().address().name()));
    }
    var settings =
        new ServeSettings(directory, HttpOptions.loopback(0), false, source, configuration, setup);
    try (var worker = start(settings);
        var shutdown = Shutdown.with(worker::close)) {
      source.remember(configuration);
      say(
          json
              ? Json.object().put("worker", worker.introduction()).toString()
              : worker.introduction());
      shutdown.awaitWhile(() -> held.isInPlace() && worker.findEnd().isEmpty());
      worker
          .findEnd()
          .ifPresent(
              why -> {
                throw new CommandFailure(why + " Start it again with another --name.");
              });
    }
  }

  private WorkerServer start(ServeSettings settings) throws IOException {
    DatabaseChoice.lookForPasswords(environment);
    try {
      return WorkerServer.start(settings, environment);
    } catch (StorageException e) {
      throw new CommandFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          "%s. It is the database of this worker (%s); --db names another, and its password comes from BATON_DATABASE_PASSWORD, a file that database.password_file names, or ~/.pgpass."
              .formatted(e.getMessage(), settings.configuration().database().origin().words()),
          e);
    } catch (RefusedNodeException e) {
      throw new CommandFailure(FailureCode.ALREADY_DONE, e.getMessage() + ".", e);
    }
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  private Complaints.WrongUsageException wrongUsage(String sentence) {
    return new Complaints.WrongUsageException(spec, sentence);
  }
}
