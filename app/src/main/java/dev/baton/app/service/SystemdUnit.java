package dev.baton.app.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A unit of the user's systemd. */
final class SystemdUnit implements LoginService {
  private static final String NAME = "baton.service";
  private static final String USER = "--user";
  private static final Pattern DIRECTORY = Pattern.compile("(?m)^Environment=\"BATON_HOME=(.*)\"$");

  private final Path file;
  private final SystemProgram systemctl;

  SystemdUnit(Path configuration, SystemProgram systemctl) {
    this.file = configuration.resolve("systemd/user").resolve(NAME);
    this.systemctl = systemctl;
  }

  @Override
  public String kind() {
    return "systemd";
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String text(ServicePlan plan) {
    // why KillMode: agents are in the group of the server, and go on when it ends
    return """
        # Written by 'baton service install'; 'baton service remove' takes it away.
        [Unit]
        Description=Baton, a board for coding agents

        [Service]
        Type=exec
        ExecStart=%s
        Environment="BATON_HOME=%s"
        Environment="BATON_JAVA_HOME=%s"
        Environment="PATH=%s"
        KillMode=process
        SuccessExitStatus=143
        Restart=on-failure
        RestartSec=5

        [Install]
        WantedBy=default.target
        """
        .formatted(
            plan.command().stream()
                .map(word -> "\"" + escaped(word).replace("$", "$$") + "\"")
                .collect(Collectors.joining(" ")),
            escaped(plan.directory().toString()),
            escaped(plan.javaHome().toString()),
            escaped(plan.path()));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%");
  }

  @Override
  public Optional<Path> findDirectory(String text) {
    var line = DIRECTORY.matcher(text);
    return line.find()
        ? Optional.of(
            Path.of(line.group(1).replace("%%", "%").replace("\\\"", "\"").replace("\\\\", "\\")))
        : Optional.empty();
  }

  @Override
  public void start() throws IOException, InterruptedException {
    systemctl.run(USER, "daemon-reload");
    systemctl.run(USER, "enable", NAME);
    // why restart: a unit that has changed counts from its next start
    systemctl.run(USER, "restart", NAME);
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    systemctl.run(USER, "disable", "--now", NAME);
  }

  @Override
  public void forget() throws IOException, InterruptedException {
    systemctl.run(USER, "daemon-reload");
  }

  @Override
  public boolean isEnabled() throws IOException, InterruptedException {
    return systemctl.asks(USER, "is-enabled", "--quiet", NAME);
  }

  @Override
  public boolean isActive() throws IOException, InterruptedException {
    return systemctl.asks(USER, "is-active", "--quiet", NAME);
  }
}
