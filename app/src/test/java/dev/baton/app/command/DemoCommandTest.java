package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.app.access.LocalToken;
import dev.baton.app.client.McpClient;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.server.BoardServer;
import dev.baton.app.server.ServeSettings;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, without a terminal. */
@Tag("slow")
class DemoCommandTest {
  @TempDir private Path temporary;

  private Program.Ended demo(String... arguments) throws IOException, InterruptedException {
    try (var program = start(arguments)) {
      return program.await();
    }
  }

  private Program start(String... arguments) {
    var all = new String[arguments.length + 1];
    all[0] = "demo";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    var options = List.of("-Djava.io.tmpdir=" + temporary);
    return Program.start(Program.javaCommand(options, Main.class, all), Map.of());
  }

  private List<Path> left() throws IOException {
    try (var files = Files.list(temporary)) {
      return files.filter(file -> file.getFileName().toString().startsWith("baton-demo")).toList();
    }
  }

  @Test
  void it_tells_the_loop_ends_with_the_merged_change_and_leaves_nothing() throws Exception {
    var ended = demo();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out())
        .containsSubsequence(
            "create_project",
            "create_task",
            "start_task_attempt",
            "running on branch baton/",
            "tail_attempt_logs",
            "does       write: greet.sh",
            "question   Run greet.sh to see that it works",
            "answer     approve",
            "get_attempt_changes",
            "careful    greet.sh   modified   +1 -1",
            "hasty      greet.sh",
            "follow_up",
            "merged     into main of greeter",
            "task       done",
            "+echo \"Goodbye, ${1:-world}\"",
            "baton connect claude-code")
        .as("no colours without a terminal")
        .doesNotContain("\u001b[");
    assertThat(left()).isEmpty();
  }

  @Test
  void who_leaves_early_leaves_nothing_behind() throws Exception {
    try (var program = start()) {
      while (!program.line().contains("Watch the careful one live")) {
        assertThat(left()).hasSize(1);
      }
      program.terminate();
      program.await();
    }

    assertThat(left()).isEmpty();
    assertThat(ProcessHandle.allProcesses().map(ProcessHandle::info))
        .extracting(info -> info.commandLine().orElse(""))
        .noneMatch(line -> line.contains(temporary.toString()));
  }

  @Test
  void what_is_kept_has_the_merged_change() throws Exception {
    var ended = demo("--keep");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(left()).hasSize(1);
    var place = left().getFirst().toRealPath();
    assertThat(ended.out()).contains("Kept in " + place, "--data-dir " + place.resolve("data"));
    assertThat(place.resolve("greeter/greet.sh"))
        .hasContent(
            """
            #!/bin/sh
            echo "Hello, ${1:-world}"
            echo "Goodbye, ${1:-world}"
            """);
    assertThat(tasks(new DataDirectory(place.resolve("data"))))
        .containsExactlyInAnyOrder(
            "Greet people by name: done",
            "Say thanks: inreview",
            "Greet in German: todo",
            "Say the time of day: todo",
            "Greet nobody at night: todo",
            "Greet everybody in a file: inreview",
            "Greet over the network: inreview");
  }

  /** Its tasks, and where they stand. */
  private static List<String> tasks(DataDirectory data) throws IOException, InterruptedException {
    var token = new LocalToken(data).loadOrMake();
    var server = BoardServer.start(ServeSettings.ofOwn(data, false), System.getenv());
    try (var client = new McpClient(URI.create(server.url()), token.text())) {
      return client
          .call("list_tasks", Json.object())
          .path("tasks")
          .valueStream()
          .map(task -> task.path("title").asString() + ": " + task.path("status").asString())
          .toList();
    } finally {
      server.close();
    }
  }
}
