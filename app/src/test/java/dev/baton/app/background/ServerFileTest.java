package dev.baton.app.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.app.home.DataDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerFileTest {
  @TempDir private Path temporary;

  private static ServerFile serverOf(long pid) {
    var started = ProcessHandle.of(pid).orElseThrow().info().startInstant().orElse(Instant.EPOCH);
    return new ServerFile(pid, started, 1, 2, "http://127.0.0.1:1/mcp", "1");
  }

  @Test
  void a_process_runs_if_it_is_the_one_that_wrote_the_file() {
    var own = serverOf(ProcessHandle.current().pid());

    assertThat(own.runs()).isTrue();
    assertThat(new ServerFile(own.pid(), Instant.EPOCH, 1, 2, own.url(), "1").runs()).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_process_that_ended_and_that_nobody_took_note_of_does_not_run() throws Exception {
    var parent = List.of("sh", "-c", "sleep 0 & echo $!; exec sleep 1000");
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
}
