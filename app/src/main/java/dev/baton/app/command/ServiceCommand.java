package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.OwnProgram;
import dev.baton.app.service.LoginService;
import dev.baton.app.service.LoginService.ServicePlan;
import dev.baton.app.service.ServerService;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code baton service}: lets the operating system start the server when its user logs in. */
@Command(
    name = "service",
    description = "Start the server at login, as a service of systemd (launchd on macOS).",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  baton service install",
      "  baton service install --port 8080",
      "  baton service status --json",
      "  baton service remove"
    })
final class ServiceCommand implements Runnable {
  private static final int MOST_PORT = 65_535;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  ServiceCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public void run() {
    throw new Complaints.WrongUsageException(
        spec, "Say what to do: install, status, remove. 'baton service --help' shows how.");
  }

  @Command(
      name = "install",
      description = "Start the server now and at every login; agents go on when it ends.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "The service runs this program where it is now, with its JDK and the PATH of",
        "this shell, so that it finds the same agents. After one has changed, install it",
        "again.",
        "",
        "Examples:",
        "  baton service install",
        "  baton service install --port 8080"
      })
  int install(
      @Option(names = "--port", paramLabel = "N", description = "Port of the server.")
          @Nullable Integer port)
      throws IOException, InterruptedException {
    if (port != null && (port < 1 || port > MOST_PORT)) {
      throw new Complaints.WrongUsageException(
          spec, "--port %d is no port: use 1 to %d.".formatted(port, MOST_PORT));
    }
    LocalToken.requireUser(data.directory(), environment);
    var system = system();
    var service = new ServerService(system, data.directory());
    requireNoOther(service);
    data.directory().make();
    var isNew = service.install(plan(Optional.ofNullable(port)));
    tell(
        Json.object()
            .put("installed", true)
            .put("changed", isNew)
            .put("kind", system.kind())
            .put("file", system.file().toString())
            .put("data_dir", data.directory().toString()),
        "The server of %s runs as a service of %s and starts at every login (%s)."
            .formatted(data.directory(), system.kind(), system.file()));
    return ExitCode.OK;
  }

  @Command(
      name = "status",
      description = "Say whether the service is installed and runs; exits with 1 if it is not.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton service status", "  baton service status --json"})
  int status() throws IOException, InterruptedException {
    var system = system();
    var standing = new ServerService(system, data.directory()).standing();
    var answer =
        Json.object()
            .put("installed", standing.directory().isPresent())
            .put("enabled", standing.isEnabled())
            .put("active", standing.isActive())
            .put("kind", system.kind())
            .put("file", system.file().toString());
    standing.directory().ifPresent(directory -> answer.put("data_dir", directory.toString()));
    tell(
        answer,
        standing
            .directory()
            .map(
                directory ->
                    "The service of %s %s and %s (%s)."
                        .formatted(
                            directory,
                            standing.isActive() ? "runs" : "does not run",
                            standing.isEnabled() ? "starts at login" : "does not start at login",
                            system.file()))
            .orElse("No service is installed; 'baton service install' installs one."));
    return standing.directory().isPresent() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  @Command(
      name = "remove",
      description = "End the service, so that it no longer starts at login; agents and data stay.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "Examples:", "  baton service remove"})
  int remove() throws IOException, InterruptedException {
    LocalToken.requireUser(data.directory(), environment);
    var system = system();
    var wasThere = new ServerService(system, data.directory()).remove();
    tell(
        Json.object().put("removed", wasThere).put("file", system.file().toString()),
        wasThere
            ? "The service is gone; its agents go on, and its data stays in %s."
                .formatted(data.directory())
            : "No service was installed.");
    return ExitCode.OK;
  }

  private LoginService system() {
    return LoginService.of(System.getProperty("os.name", ""), environment);
  }

  /** A second server on a data directory would end at once, again and again. */
  private void requireNoOther(ServerService service) throws IOException, InterruptedException {
    var running = ServerFile.findRunning(data.directory());
    if (running.isPresent() && !service.standing().isActive()) {
      throw new CommandFailure(
          FailureCode.ALREADY_DONE,
          "A server of %s runs already, at %s (pid %d), and is no service: 'baton stop' ends it and no agent, then repeat this."
              .formatted(data.directory(), running.get().url(), running.get().pid()));
    }
  }

  private ServicePlan plan(Optional<Integer> port) {
    var command = new ArrayList<>(OwnProgram.launcher(environment));
    command.add("serve");
    port.ifPresent(number -> command.addAll(List.of("--port", number.toString())));
    return new ServicePlan(
        command,
        data.directory().path().toAbsolutePath().normalize(),
        Path.of(System.getProperty("java.home")),
        environment.getOrDefault("PATH", ""));
  }

  private void tell(ObjectNode answer, String sentence) {
    var out = spec.commandLine().getOut();
    out.println(json ? answer.toString() : sentence);
    out.flush();
  }
}
