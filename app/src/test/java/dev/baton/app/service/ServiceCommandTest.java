package dev.baton.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.app.connect.ShellWords;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.service.LoginService.ServicePlan;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton service}, with a stand-in for systemctl that writes down how it is called. */
class ServiceCommandTest {
  @TempDir private Path home;
  private final Map<String, String> environment = new HashMap<>();
  private Path unit = Path.of("");
  private Path data = Path.of("");

  @BeforeEach
  void prepare() throws IOException {
    unit = home.resolve("config/systemd/user/baton.service");
    data = home.resolve("data of 100%");
    var bin = Files.createDirectories(home.resolve("bin"));
    environment.put("HOME", home.toString());
    environment.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    environment.put("BATON_HOME", data.toString());
    environment.put("BATON_LAUNCHER", bin.resolve("baton").toString());
    environment.put("PATH", bin + ":/usr/bin:/bin");
    program("baton", "exit 0");
    program(
        "systemctl",
        """
        echo "$*" >> "$HOME/called"
        [ "$1" = --user ] || exit 64
        [ -f "$HOME/broken" ] && { echo 'Failed to connect to bus'; exit 1; }
        case $2 in
          daemon-reload) [ $# = 2 ] ;;
          enable) [ "$3" = baton.service ] && touch "$HOME/enabled" ;;
          restart) [ "$3" = baton.service ] && [ -f "$XDG_CONFIG_HOME/systemd/user/$3" ] && touch "$HOME/active" ;;
          disable) [ "$3 $4" = '--now baton.service' ] && rm -f "$HOME/enabled" "$HOME/active" ;;
          is-enabled) [ -f "$HOME/enabled" ] ;;
          is-active) [ -f "$HOME/active" ] ;;
          *) exit 64 ;;
        esac
        """);
  }

  private void program(String name, String script) throws IOException {
    var file = Files.writeString(home.resolve("bin").resolve(name), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Program.Ended service(String... words) {
    var all = new String[words.length + 1];
    all[0] = "service";
    System.arraycopy(words, 0, all, 1, words.length);
    return Cli.run(environment, all);
  }

  private List<String> called() throws IOException {
    var file = home.resolve("called");
    var calls = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
    Files.deleteIfExists(file);
    return calls;
  }

  @Test
  void it_is_installed_looked_at_and_removed() throws Exception {
    var none = service("status", "--json");
    assertThat(none.code()).isEqualTo(1);
    assertThat(Json.parseObject(none.out()).path("installed").asBoolean(true)).isFalse();

    for (var wrong : List.of("0", "-1", "99999")) {
      var refused = service("install", "--port", wrong);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains("--port %s is no port: use 1 to 65535.".formatted(wrong));
    }
    assertThat(unit).doesNotExist();

    var installed = service("install", "--port", "8080", "--json");

    assertThat(installed.err()).isEmpty();
    assertThat(Json.parseObject(installed.out()))
        .isEqualTo(
            Json.object()
                .put("installed", true)
                .put("changed", true)
                .put("kind", "systemd")
                .put("file", unit.toString())
                .put("data_dir", data.toString()));
    assertThat(called())
        .containsExactly(
            "--user daemon-reload", "--user enable baton.service", "--user restart baton.service");
    assertThat(Files.readAllLines(unit))
        .contains(
            "ExecStart=\"%s\" \"serve\" \"--port\" \"8080\"".formatted(home.resolve("bin/baton")),
            "Environment=\"BATON_HOME=%s\"".formatted(data.toString().replace("%", "%%")),
            "Environment=\"BATON_JAVA_HOME=%s\"".formatted(System.getProperty("java.home")),
            "KillMode=process",
            "WantedBy=default.target");

    var status = service("status");
    assertThat(status.code()).isZero();
    assertThat(status.out())
        .isEqualToIgnoringNewLines(
            "The service of %s runs and starts at login (%s).".formatted(data, unit));
    assertThat(
            Json.parseObject(service("install", "--port", "8080", "--json").out())
                .path("changed")
                .asBoolean(true))
        .isFalse();

    called();
    assertThat(Json.parseObject(service("remove", "--json").out()).path("removed").asBoolean(false))
        .isTrue();
    assertThat(called())
        .containsExactly("--user disable --now baton.service", "--user daemon-reload");
    assertThat(unit).doesNotExist();
    assertThat(service("remove").out()).isEqualToIgnoringNewLines("No service was installed.");
  }

  @Test
  void systemd_understands_the_unit() throws Exception {
    assertThat(service("install").code()).isZero();
    if (!Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))) {
      return; // why: the unit is compared above; its reader is not on every machine
    }
    try (var verify =
        Program.start(
            List.of("systemd-analyze", "verify", "--user", "--man=no", unit.toString()),
            Map.of("XDG_RUNTIME_DIR", home.toString()))) {
      var ended = verify.await();
      assertThat(ended.err().lines().filter(line -> line.contains("baton.service"))).isEmpty();
    }
  }

  @Test
  void that_of_another_data_directory_is_left_alone() throws Exception {
    service("install");
    var before = Files.readString(unit);
    environment.put("BATON_HOME", home.resolve("other").toString());
    called();

    for (var verb : List.of("install", "remove")) {
      var refused = service(verb, "--json");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(Json.parseObject(refused.err()).path("message").asString(""))
          .isEqualTo(
              "The service in %s is that of the data directory %s, not of %s; take it away with: baton service remove --data-dir %s"
                  .formatted(
                      unit,
                      data,
                      home.resolve("other"),
                      ShellWords.join(List.of(data.toString()))));
    }
    assertThat(unit).hasContent(before);
  }

  @Test
  void a_unit_that_somebody_else_wrote_is_left_alone() throws Exception {
    Files.createDirectories(unit.getParent());
    Files.writeString(unit, "[Service]\nExecStart=/bin/true\n");

    assertThat(service("install").err())
        .isEqualToIgnoringNewLines(
            "baton: %s is there and was not written by Baton: move it away, then repeat this."
                .formatted(unit));
    assertThat(called()).isEmpty();
  }

  @Test
  void what_systemd_refuses_leaves_nothing_behind() throws Exception {
    Files.createFile(home.resolve("broken"));

    var refused = service("install");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("'systemctl --user daemon-reload' failed with code 1: Failed to connect to bus");
    assertThat(unit).doesNotExist();
  }

  @Test
  void without_systemd_it_says_what_to_do() throws Exception {
    Files.delete(home.resolve("bin/systemctl"));
    environment.put("PATH", home.resolve("bin").toString());

    var refused = service("install");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("baton: There is no systemctl on the PATH")
        .contains("'baton serve'");
    assertThat(service().code()).isEqualTo(2);
  }

  @Test
  void on_macos_it_is_an_agent_of_launchd() throws Exception {
    program(
        "launchctl",
        """
        echo "$*" >> "$HOME/called"
        case $1 in
          print) [ -f "$HOME/active" ] ;;
          bootstrap) touch "$HOME/active" ;;
          bootout) rm "$HOME/active" ;;
        esac
        """);
    var system = LoginService.of("Mac OS X", environment);
    var service = new ServerService(system, new DataDirectory(home.resolve("a & b")));
    var plan =
        new ServicePlan(
            List.of("/opt/baton <1>", "serve"), home.resolve("a & b"), Path.of("/jdk"), "/bin");

    assertThat(service.install(plan)).isTrue();
    assertThat(service.standing())
        .isEqualTo(new ServerService.Standing(Optional.of(home.resolve("a & b")), true, true));
    assertThat(system.file())
        .isEqualTo(home.resolve("Library/LaunchAgents/dev.baton.server.plist"))
        .content()
        .contains("<string>/opt/baton &lt;1&gt;</string>", "<key>AbandonProcessGroup</key>");
    assertThat(service.remove()).isTrue();
    var domain = "gui/" + Files.getAttribute(home, "unix:uid");
    assertThat(called())
        .containsExactly(
            "print %s/dev.baton.server".formatted(domain),
            "bootstrap %s %s".formatted(domain, system.file()),
            "print %s/dev.baton.server".formatted(domain),
            "print %s/dev.baton.server".formatted(domain),
            "bootout %s/dev.baton.server".formatted(domain));
    assertThat(system.file()).doesNotExist();
  }
}
