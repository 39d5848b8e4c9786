package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Token;
import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.HeldFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.Shutdown;
import dev.baton.app.server.BoardServer;
import dev.baton.app.server.ServeSettings;
import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.orchestrator.fleet.NodeSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton serve}: the server of a data directory, until it is asked to end. */
@Command(
    name = "serve",
    description = "Serve MCP at /mcp, the board at / and the same operations under /api.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  baton serve",
      "  baton serve --port 0 --json     a free port; the first line says where it is",
      "  baton serve --db 'jdbc:postgresql://localhost/baton?user=baton'"
    })
final class ServeCommand implements Callable<Integer> {
  static final int DEFAULT_PORT = 4747;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String CORE = "core";
  private static final String ALL = "all";
  private static final String PASSWORD_PLACES =
      " Its password comes from BATON_DATABASE_PASSWORD, a file that database.password_file names,"
          + " or ~/.pgpass; none is remembered.";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Where to serve; 0 takes a free port. Default: " + DEFAULT_PORT + ".")
  private Optional<Integer> port = Optional.empty();

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "The address to serve at; otherwise 127.0.0.1.")
  private String bind = LOOPBACK;

  @Option(
      names = "--tools",
      paramLabel = "SET",
      description = "What models get: all tools, or core, which are those of the specification.")
  private String tools = ALL;

  @Option(
      names = "--no-agents",
      description = "Run no agents here; workers that share the PostgreSQL do.")
  private boolean noAgents;

  @Option(names = "--json", description = "Say where it serves as JSON.")
  private boolean json;

  @Option(names = "--background", hidden = true, description = "Started by another command.")
  private boolean background;

  @Mixin private final DataDirectoryOption data;

  @Mixin private final ConfigFlags flags = new ConfigFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  ServeCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkFlags();
    var directory = data.directory();
    DirectoryHold.run(directory, held -> serve(directory, held));
    return ExitCode.OK;
  }

  private void serve(DataDirectory directory, HeldFile held)
      throws IOException, InterruptedException {
    var token = new LocalToken(directory).loadOrMake();
    var settings = settings(directory, choosePort(directory));
    var move = DatabaseMove.of(settings, background);
    try (var server = start(directory, settings);
        var shutdown = Shutdown.with(() -> end(server, directory, held))) {
      settings.source().remember(settings.configuration());
      move.ifPresent(moved -> tell(moved.words()));
      ServerFile.ofThisProcess(server.port(), server.linePort(), server.url()).write(directory);
      if (!background) {
        announce(server, token);
      }
      shutdown.awaitWhile(() -> held.isInPlace() && server.findEnd().isEmpty());
      server
          .findEnd()
          .ifPresent(
              why -> {
                throw new CommandFailure(why);
              });
      tell("The data directory %s is gone, so its server ends.".formatted(directory));
    } finally {
      forget(directory, held);
    }
  }

  /** A directory that was made anew may have another server. */
  private static void forget(DataDirectory directory, HeldFile held) throws IOException {
    if (held.isInPlace()) {
      ServerFile.delete(directory);
    }
  }

  private static void end(BoardServer server, DataDirectory directory, HeldFile held) {
    try {
      forget(directory, held);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      server.close();
    }
  }

  private void tell(String sentence) {
    spec.commandLine().getErr().println("baton: " + sentence);
    spec.commandLine().getErr().flush();
  }

  private BoardServer start(DataDirectory directory, ServeSettings settings) throws IOException {
    DatabaseChoice.lookForPasswords(environment);
    try {
      return BoardServer.start(settings, environment);
    } catch (StorageException e) {
      throw new CommandFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          "%s. %s%s"
              .formatted(
                  e.getMessage(),
                  "It is the database of %s (%s); 'baton serve --db URL' names another."
                      .formatted(
                          settings.directory(),
                          settings.configuration().database().origin().words()),
                  e.reason() == StorageException.Reason.LOGIN_REFUSED ? PASSWORD_PLACES : ""),
          e);
    } catch (IOException e) {
      if (takesAnyPort() && settings.http().port() != 0) {
        // why: somebody else took the port since it was free
        return start(directory, settings(directory, 0));
      }
      throw new CommandFailure(
          "%s. Take another port with --port, or 0 for a free one%s."
              .formatted(
                  e.getMessage(),
                  bind.equals(LOOPBACK) ? "" : "; --bind takes an address of this machine"),
          e);
    }
  }

  /** The port that was asked for; where nobody cares, one that agents may know already. */
  private int choosePort(DataDirectory directory) throws IOException {
    if (!takesAnyPort()) {
      return port.orElse(DEFAULT_PORT);
    }
    // why: agents that outlived the last server know it by its port
    return IntStream.concat(
            ServerFile.lastPort(directory).stream(),
            port.isPresent() ? IntStream.empty() : IntStream.of(DEFAULT_PORT))
        .filter(this::isFree)
        .findFirst()
        .orElse(0);
  }

  private boolean takesAnyPort() {
    return port.map(at -> at == 0).orElse(background);
  }

  private boolean isFree(int candidate) {
    try (var socket = new ServerSocket(candidate, 1, InetAddress.getByName(bind))) {
      return socket.isBound();
    } catch (IOException | IllegalArgumentException taken) {
      return false;
    }
  }

  private void checkFlags() {
    port.filter(at -> at < 0 || at > 65_535)
        .ifPresent(
            at -> {
              throw wrongUsage("--port %d is no port: use 0 to 65535.".formatted(at));
            });
    if (!isKnown(bind)) {
      throw wrongUsage(
          "--bind %s is no address: use one of this machine, such as 127.0.0.1.".formatted(bind));
    }
    if (!tools.equals(CORE) && !tools.equals(ALL)) {
      throw wrongUsage("--tools %s is neither all nor core.".formatted(tools));
    }
    flags.given(spec);
  }

  private ServeSettings settings(DataDirectory directory, int at) throws IOException {
    var config = new ConfigSource(directory, environment, flags.given(spec));
    var configuration = config.require();
    if (noAgents && configuration.database().address().file().isPresent()) {
      throw wrongUsage(
          "--no-agents leaves agents to workers, which need a PostgreSQL, and %s is a file: name one with --db."
              .formatted(configuration.database().address().name()));
    }
    return new ServeSettings(
        directory,
        HttpOptions.loopback(at).withHost(bind),
        tools.equals(CORE),
        config,
        configuration,
        noAgents ? NodeSetup.SERVER.withoutAgents() : NodeSetup.SERVER);
  }

  private static boolean isKnown(String host) {
    try {
      return !InetAddress.getByName(host).isMulticastAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private void announce(BoardServer server, Token token) {
    var link = BoardLink.of(server.url(), token);
    var out = spec.commandLine().getOut();
    if (json) {
      var line =
          Json.object()
              .put("address", link.address())
              .put("url", server.url())
              .put("port", server.port())
              .put("token", token.text());
      server.introduction().ifPresent(words -> line.put("server", words));
      out.println(line);
    } else {
      out.println("Baton serves the board at " + link.text());
      out.println("MCP is at %s; 'baton mcp' is the same over stdio.".formatted(server.url()));
      server.introduction().ifPresent(out::println);
    }
    out.flush();
  }

  private Complaints.WrongUsageException wrongUsage(String sentence) {
    return new Complaints.WrongUsageException(spec, sentence);
  }
}
