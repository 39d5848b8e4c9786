package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed, and programs that do not notice. */
@Tag("slow")
class ServerCrashTest {
  private static final int PROGRAMS = 10;

  @TempDir Path root;
  private final List<UUID> ids = Stream.generate(UUID::randomUUID).limit(PROGRAMS).toList();
  private final ProcessTable processes = ProcessTable.ofThisSystem();

  @BeforeEach
  void makeWorkspace() throws IOException {
    Files.createDirectories(root.resolve("workspace"));
  }

  @AfterEach
  void nothingIsLeft() {
    Awaitility.await().until(() -> ids.stream().noneMatch(this::isMarked));
  }

  @Test
  void a_server_that_is_killed_again_and_again_stops_no_program_and_loses_no_line()
      throws Exception {
    for (var kills = 1; kills <= 4; kills++) {
      var server = startServer();
      var wanted = kills * PROGRAMS * 60;
      Awaitility.await().atMost(TestRuns.SOON).until(() -> storedLines() > wanted);
      server.destroyForcibly().waitFor();
    }
    var last = startServer();
    assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();

    var journal = CrashingServer.Journal.open(root.resolve("journal"));
    var numbers = IntStream.rangeClosed(1, 1000).mapToObj(Integer::toString).toList();
    assertThat(ids)
        .allSatisfy(
            id -> {
              assertThat(journal.lines(id)).isEqualTo(numbers);
              assertThat(journal.endings(id)).isEqualTo(1);
              assertThat(root.resolve("workspace").resolve(id.toString())).hasContent("started");
            });
  }

  @Test
  void a_server_that_is_killed_while_it_starts_programs_starts_none_twice() throws Exception {
    for (var i = 0; i < 6; i++) {
      var server = startServer();
      var count = i;
      Awaitility.await()
          .atMost(TestRuns.SOON)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> runDirectories() > count);
      server.destroyForcibly().waitFor();
    }
    assertThat(startServer().waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(ids)
        .allSatisfy(
            id ->
                assertThat(root.resolve("workspace").resolve(id.toString())).hasContent("started"));
  }

  private Process startServer() throws IOException {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(CrashingServer.class.getName());
    line.add(root.toString());
    ids.forEach(id -> line.add(id.toString()));
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(root.resolve("server.log").toFile()))
        .start();
  }

  private long storedLines() throws IOException {
    var journal = root.resolve("journal");
    if (!Files.exists(journal)) {
      return 0;
    }
    try (var lines = Files.lines(journal)) {
      return lines.filter(line -> line.startsWith("line ")).count();
    }
  }

  private long runDirectories() throws IOException {
    try (var files = Files.list(root)) {
      return files.filter(file -> file.getFileName().toString().startsWith("run-")).count();
    }
  }

  private boolean isMarked(UUID id) {
    return processes.list().stream()
        .anyMatch(
            entry -> processes.isStartedWith(entry.pid(), DetachedCommand.MARKER, id.toString()));
  }
}
