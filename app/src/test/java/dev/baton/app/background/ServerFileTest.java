package dev.baton.app.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.Build;
import dev.baton.app.program.OwnProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ServerFileTest {
  @TempDir private Path temporary;

  private static ServerFile serverOf(long pid) {
    var started = ProcessHandle.of(pid).orElseThrow().info().startInstant().orElse(Instant.EPOCH);
    return new ServerFile(
        pid, started, 1, 2, "http://127.0.0.1:1/mcp", "1", Path.of("/opt/baton.jar"));
  }

  @Test
  void a_process_runs_if_it_is_the_one_that_wrote_the_file() {
    var own = serverOf(ProcessHandle.current().pid());

    assertThat(own.runs()).isTrue();
    assertThat(new ServerFile(own.pid(), Instant.EPOCH, 1, 2, own.url(), "1", own.program()).runs())
        .isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_process_that_ended_and_that_nobody_took_note_of_does_not_run() throws Exception {
    // why it waits: a shell takes note of a child that ends before another program takes its place
    var child = "sh -c 'until grep -q sleep /proc/$PPID/comm; do :; done'";
    var parent = List.of("sh", "-c", child + " & echo $!; exec sleep 1000");
    try (var program = Program.start(parent, Map.of())) {
      var pid = Long.parseLong(program.line());
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> Files.readString(Path.of("/proc/%d/stat".formatted(pid))).contains(") Z "));
      var server = serverOf(pid);
      var directory = new DataDirectory(temporary);
      server.write(directory);

      assertThat(server.runs()).isFalse();
      assertThat(new BackgroundServer(directory, Map.of()).stop()).isFalse();
      assertThat(Cli.run("status", "--data-dir", temporary.toString()).out())
          .startsWith("No server runs");
    }
  }

  /** Says that a process which only sleeps serves, as a copy of the program at that place. */
  private void pretend(Program sleeping, Path place) throws Exception {
    var server = serverOf(Long.parseLong(sleeping.line()));
    new ServerFile(server.pid(), server.started(), 1, 2, server.url(), Build.version(), place)
        .write(new DataDirectory(temporary));
  }

  private static Program sleeping() {
    return Program.start(List.of("sh", "-c", "echo $$; exec sleep 1000"), Map.of());
  }

  @Test
  void a_server_of_another_copy_is_used_and_named() throws Exception {
    try (var other = sleeping()) {
      pretend(other, temporary);

      assertThat(new BackgroundServer(new DataDirectory(temporary), Map.of()).ensure().program())
          .isEqualTo(temporary);
      assertThat(Cli.run("status", "--data-dir", temporary.toString()).out())
          .contains(", of another copy of Baton: " + temporary);
    }
  }

  @Test
  void a_server_whose_copy_was_moved_away_makes_room_for_one_that_can_start_its_parts()
      throws Exception {
    var directory = new DataDirectory(temporary);
    try (var other = sleeping()) {
      pretend(other, temporary.resolve("moved away"));
      var server = new BackgroundServer(directory, Map.of());
      try {
        var started = server.ensure();

        assertThat(started.program()).isEqualTo(OwnProgram.place());
        assertThat(started.isOfAnotherCopy()).isFalse();
        assertThat(other.await().code()).as("it was asked to end").isEqualTo(143);
      } finally {
        server.stop();
      }
    }
  }
}
