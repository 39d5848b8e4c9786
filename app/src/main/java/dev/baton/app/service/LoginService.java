package dev.baton.app.service;

import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the operating system has for programs that start when their user logs in. */
public sealed interface LoginService permits SystemdUnit, LaunchAgent {
  /**
   * What a service shall start.
   *
   * @param command the words that start the server
   * @param directory its data directory
   * @param javaHome the JDK that it runs with, which a login without a shell does not know either
   * @param path where its agents find their programs, which a login without a shell does not know
   */
  record ServicePlan(List<String> command, Path directory, Path javaHome, String path) {
    public ServicePlan {
      command = List.copyOf(command);
    }
  }

  /**
   * The one of this machine.
   *
   * @throws CommandFailure if there is none
   */
  static LoginService of(String system, Map<String, String> environment) {
    var home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", ".")));
    if (system.startsWith("Mac")) {
      return new LaunchAgent(home, new SystemProgram("launchctl", environment));
    }
    var systemctl = new SystemProgram("systemctl", environment);
    if (!systemctl.isThere()) {
      throw new CommandFailure(
          FailureCode.NOT_FOUND,
          "There is no systemctl on the PATH, so nothing here can start the server at login: let"
              + " your own service manager run 'baton serve', or use 'baton mcp' and other"
              + " commands, which start a server when they need one.");
    }
    var configuration =
        Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
            .filter(place -> !place.isBlank())
            .map(Path::of)
            .orElseGet(() -> home.resolve(".config"));
    return new SystemdUnit(configuration, systemctl);
  }

  /** What it is called, such as {@code systemd}. */
  String kind();

  /** Where its description is. */
  Path file();

  /** The description of the service. */
  String text(ServicePlan plan);

  /** The data directory that a description names; empty if Baton did not write it. */
  Optional<Path> findDirectory(String text);

  /** Takes note of a description that was written or changed, and starts the service. */
  void start() throws IOException, InterruptedException;

  /** Ends the service, and lets it start no more. */
  void stop() throws IOException, InterruptedException;

  /** Takes note of a description that is gone. */
  void forget() throws IOException, InterruptedException;

  boolean isEnabled() throws IOException, InterruptedException;

  boolean isActive() throws IOException, InterruptedException;
}
