package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.access.SealingKey;
import dev.baton.app.access.StoredTokens;
import dev.baton.app.access.Token;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.observe.Metrics;
import dev.baton.app.observe.Watchers;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.Shutdown;
import dev.baton.app.server.BatonRefusals;
import dev.baton.app.server.StorageFailures;
import dev.baton.database.Database;
import dev.baton.examples.Example;
import dev.baton.examples.Examples;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code baton example}: serves one of the example servers until the client or the user ends it.
 */
@Command(
    name = "example",
    description = "Serve an example over standard input and output, or over HTTP.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "In the directory that --data-dir or BATON_HOME names, tasks and runs survive a",
      "restart, and the workflow files in its folder 'workflows' are served too. If",
      "neither names one, tasks and runs are in memory and end with the server; only",
      "the token of --http is then in the platform's directory. Over HTTP the first",
      "line on standard output is JSON: address, url, port and token.",
      "",
      "Examples:",
      "  baton example logseq",
      "  baton example deploy --data-dir deploys         its runs survive a restart",
      "  baton example conformance --http 4747",
      "  baton example conformance --http 0 --no-token   for this machine only"
    })
final class ExampleCommand implements Callable<Integer> {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_PORT = 65_535;

  /** What the shell completes. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Examples.names().iterator();
    }
  }

  @Parameters(
      paramLabel = "NAME",
      description = "Which example: greeting, logseq, deploy or conformance.",
      completionCandidates = Names.class)
  private String name = "";

  @Option(
      names = "--http",
      paramLabel = "PORT",
      description = "Serve over HTTP at this port; 0 takes a free one.")
  private Optional<Integer> port = Optional.empty();

  @Option(names = "--no-token", description = "Ask for no token; only on this machine.")
  private boolean noToken;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "The address to serve at; otherwise " + LOOPBACK + ".")
  private Optional<String> bind = Optional.empty();

  private final Map<String, String> environment;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  ExampleCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var example =
        Examples.find(name)
            .orElseThrow(
                () ->
                    wrongUsage(
                        "There is no example '%s'; these are: %s."
                            .formatted(name, String.join(", ", Examples.names()))));
    if (port.isEmpty() && (noToken || bind.isPresent())) {
      throw wrongUsage("--no-token and --bind are about HTTP: say --http PORT too.");
    }
    if (data.named().isPresent()) {
      var directory = data.named().get();
      var folders = Workflows.of().withFolders(List.of(directory.file("workflows")));
      try (var tasks = DurableTasks.in(directory)) {
        serve(example, builder -> tasks.addTo(observed(builder)).part(folders));
      }
    } else {
      serve(example, this::observed);
    }
    return ExitCode.OK;
  }

  private McpServerBuilder observed(McpServerBuilder builder) {
    return builder.observedBy(Watchers.of(environment));
  }

  private void serve(Example example, UnaryOperator<McpServerBuilder> surroundings)
      throws IOException, InterruptedException {
    if (port.isPresent()) {
      serveHttp(example, surroundings, options(port.get()));
    } else {
      StandardStreams.serve(example, surroundings);
    }
  }

  private void serveHttp(
      Example example, UnaryOperator<McpServerBuilder> surroundings, HttpOptions options)
      throws IOException, InterruptedException {
    var token = noToken ? Optional.<Token>empty() : Optional.of(localToken().loadOrMake());
    var metrics = new Metrics();
    try (var server = example.start(builder -> surroundings.apply(builder).observedBy(metrics));
        var transport = start(server, options.withRoute(metrics.page()));
        var shutdown = Shutdown.with(transport::close, server::close)) {
      announce(transport, token.map(Token::text).orElse(""));
      shutdown.await();
    }
  }

  private HttpTransport start(McpServer server, HttpOptions options) {
    try {
      return HttpTransport.start(server, access(), options);
    } catch (IOException e) {
      throw new CommandFailure(
          "%s. Take another port with --http, or 0 for a free one.".formatted(e.getMessage()), e);
    }
  }

  private Access access() {
    return noToken
        ? new Access.Open()
        : new StoredTokens(localToken(), new Owners(data.directory(), Clock.systemUTC()));
  }

  private LocalToken localToken() {
    return new LocalToken(data.directory());
  }

  private HttpOptions options(int wanted) {
    if (wanted < 0 || wanted > MAX_PORT) {
      throw wrongUsage("--http %d is no port: use 0 to %d.".formatted(wanted, MAX_PORT));
    }
    var host = bind.orElse(LOOPBACK);
    try {
      var isLoopback = InetAddress.getByName(host).isLoopbackAddress();
      if (host.isBlank()) {
        throw wrongUsage("--bind needs an address, such as 0.0.0.0.");
      }
      if (noToken && !isLoopback) {
        throw wrongUsage(
            "--no-token is for this machine only, and --bind %s is open to others: leave out one of them."
                .formatted(host));
      }
    } catch (UnknownHostException e) {
      throw wrongUsage("--bind %s is no address of this machine.".formatted(host));
    }
    return HttpOptions.loopback(wanted).withHost(host).withRefusals(new BatonRefusals());
  }

  private void announce(HttpTransport transport, String token) {
    var url = transport.url();
    var line =
        Json.object()
            .put("address", url.substring(0, url.lastIndexOf('/')))
            .put("url", url)
            .put("port", transport.port());
    if (!token.isEmpty()) {
      line.put("token", token);
    }
    var out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private ParameterException wrongUsage(String sentence) {
    return new Complaints.WrongUsageException(spec, sentence);
  }

  /** Lets a server's tasks, and the rounds of its requests, outlive it in a data directory. */
  private static final class DurableTasks implements AutoCloseable {
    private static final String DATABASE_FILE = "tasks.db";

    private final Database database;
    private final byte[] sealingKey;

    private DurableTasks(Database database, byte[] sealingKey) {
      this.database = database;
      this.sealingKey = sealingKey;
    }

    static DurableTasks in(DataDirectory directory) throws IOException {
      var key = SealingKey.in(directory);
      return new DurableTasks(Database.open(directory.file(DATABASE_FILE)), key);
    }

    McpServerBuilder addTo(McpServerBuilder server) {
      return server
          .withTaskStore(JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT))
          .withSealingKey(sealingKey)
          .part(new StorageFailures());
    }

    @Override
    public void close() {
      database.close();
    }
  }
}
