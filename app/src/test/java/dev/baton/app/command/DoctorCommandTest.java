package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class DoctorCommandTest {
  @TempDir private Path temporary;

  private Program.Ended doctor(String... arguments) {
    var all = new String[arguments.length + 3];
    all[0] = "doctor";
    all[1] = "--data-dir";
    all[2] = temporary.resolve("data").toString();
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return Cli.run(Map.of("PATH", temporary.resolve("bin").toString()), all);
  }

  private void haveClaude() throws IOException {
    var program = Files.createDirectories(temporary.resolve("bin")).resolve("claude");
    Files.writeString(program, "#!/bin/sh\necho '2.1.325 (Claude Code)'\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static JsonNode finding(Program.Ended ended, String check) {
    return Json.MAPPER
        .readTree(ended.out())
        .valueStream()
        .filter(finding -> finding.path("check").asString("").equals(check))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_machine_with_git_a_jdk_and_an_agent_is_fine() throws Exception {
    haveClaude();

    var ended = doctor("--json");

    assertThat(ended.code()).isZero();
    assertThat(Json.MAPPER.readTree(ended.out()))
        .allSatisfy(
            finding ->
                assertThat(finding.propertyNames())
                    .containsExactly("check", "ok", "found", "remedy"));
    assertThat(finding(ended, "git").path("found").asString("")).matches("2\\.\\d+.*");
    assertThat(finding(ended, "jdk").path("found").asString(""))
        .startsWith(Runtime.version().toString());
    assertThat(finding(ended, "agents").path("found").asString("")).isEqualTo("CLAUDE_CODE");
    assertThat(finding(ended, "executor CLAUDE_CODE").path("found").asString(""))
        .contains("2.1.325");
    assertThat(finding(ended, "executor CODEX").path("ok").asBoolean(true)).isFalse();
    assertThat(finding(ended, "executor CODEX").path("remedy").asString("")).contains("codex");
    assertThat(temporary.resolve("data")).as("looking changes nothing").doesNotExist();
  }

  @Test
  void without_any_agent_but_the_scripted_one_it_fails_and_says_what_to_do() {
    var ended = doctor();

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains(
            "FAIL agents                 no coding agent was found",
            "Install one, such as Claude Code, Codex or Gemini CLI",
            "ok   executor FAKE_AGENT");
  }

  @Test
  void with_a_database_that_workers_can_share_no_agent_is_needed_here() throws Exception {
    Files.createDirectories(temporary.resolve("data"));
    Files.writeString(
        temporary.resolve("data/config.yaml"),
        "database: {url: 'jdbc:postgresql://127.0.0.1:1/baton'}\n");

    assertThat(doctor().out())
        .contains(
            "FAIL database",
            "--   agents                 no coding agent was found",
            "or leave agents to workers that share the database");
  }

  @Test
  void without_git_it_fails() throws Exception {
    haveClaude();
    var command =
        Program.javaCommand(
            List.of(), Main.class, "doctor", "--json", "--data-dir", temporary.toString());
    try (var program =
        Program.start(command, Map.of("PATH", temporary.resolve("bin").toString()))) {
      var ended = program.await();

      assertThat(ended.code()).isEqualTo(1);
      assertThat(finding(ended, "git").path("remedy").asString(""))
          .isEqualTo("Install git 2.39 or newer and put it on the PATH");
    }
  }

  @Test
  void a_server_that_finds_an_old_git_says_so_and_names_the_doctor() throws Exception {
    var git = Files.createDirectories(temporary.resolve("old")).resolve("git");
    Files.writeString(git, "#!/bin/sh\necho git version 2.20.1\n");
    Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
    var command =
        Program.javaCommand(
            List.of(), Main.class, "serve", "--port", "0", "--data-dir", temporary.toString());
    var path = git.getParent() + ":" + System.getenv("PATH");
    try (var program = Program.start(command, Map.of("PATH", path))) {
      var ended = program.await();

      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err())
          .isEqualToIgnoringNewLines(
              "baton: 'git' is git 2.20, and Baton needs 2.39 or newer: install a newer git;"
                  + " 'baton doctor' checks what Baton needs.");
    }
  }

  @Test
  void a_database_that_is_none_is_serious() throws Exception {
    haveClaude();
    var file = Files.createDirectories(temporary.resolve("data")).resolve("baton.db");
    Files.writeString(file, "this is no database, whatever its name says; not at all");

    var ended = doctor("--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(finding(ended, "database").path("found").asString("")).contains(file.toString());
    assertThat(finding(ended, "database").path("remedy").asString("")).contains("backup");
  }

  @Test
  void a_data_directory_that_cannot_be_one_is_serious() throws Exception {
    haveClaude();
    var file = Files.writeString(temporary.resolve("data"), "");

    var ended = doctor("--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(finding(ended, "data directory").path("ok").asBoolean(true)).isFalse();
    assertThat(finding(ended, "data directory").path("found").asString(""))
        .isEqualTo(file + " is no directory");
    assertThat(finding(ended, "data directory").path("remedy").asString("")).contains("--data-dir");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_place_where_even_the_administrator_makes_no_directory_is_serious() {
    var ended = Cli.run("doctor", "--json", "--data-dir", "/proc/nope");

    assertThat(finding(ended, "data directory").path("found").asString(""))
        .isEqualTo("/proc is not writable");
  }

  @Test
  void mistakes_in_the_configuration_are_serious() throws Exception {
    haveClaude();
    Files.createDirectories(temporary.resolve("data"));
    Files.writeString(temporary.resolve("data/config.yaml"), "limits: {runing: 3}\n");

    var ended = doctor("--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(finding(ended, "configuration").path("found").asString("")).contains("runing");
    assertThat(doctor().out()).contains("FAIL configuration          config.yaml:1: ");
  }

  @Test
  void a_port_that_another_program_has_is_told_and_not_serious() throws Exception {
    haveClaude();
    try (var _ = takePort()) {
      var ended = doctor("--json");

      assertThat(ended.code()).isZero();
      assertThat(finding(ended, "port").path("found").asString(""))
          .isEqualTo("4747 is taken by another program");
    }
  }

  /** Takes Baton's usual port as soon as nobody else has it. */
  private static AutoCloseable takePort() {
    return await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(
            () -> new ServerSocket(ServeCommand.DEFAULT_PORT, 1, InetAddress.getLoopbackAddress()),
            it -> true);
  }
}
