package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.planning.RepoSettings;
import dev.baton.orchestrator.progress.Transcripts.LogQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that print more than a server has memory. */
@Tag("slow")
class OutputFloodTest {
  private static final String SMALL = "-Xmx64m";
  private static final int PIECE = 64 * 1024;

  @TempDir Path directory;

  /** Runs a script in a server with little memory, and reads its log in another one. */
  private void run(String script, Consumer<LogEntry> reader) throws Exception {
    UUID task;
    try (var baton = TestBaton.in(directory)) {
      baton.change(
          new RepoSettings(
              Optional.of(script),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
      task = baton.task("Flood");
    }
    UUID attempt;
    try (var server = KilledServer.start(directory, TestBaton.file(directory), SMALL)) {
      var output = server.output();
      assertThat(output.readLine()).isEqualTo(KilledServer.READY);
      attempt = ask(server, output, "start\tstart\t%s\tsay done".formatted(task));
      assertThat(ask(server, output, "await\tawait\t%s\t-".formatted(attempt))).isEqualTo(attempt);
    }
    try (var baton = TestBaton.again(directory)) {
      assertThat(baton.status(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      read(baton, attempt, reader);
    }
  }

  private static UUID ask(KilledServer server, BufferedReader output, String command)
      throws IOException {
    server.ask(command);
    var answer = output.readLine();
    assertThat(answer).contains("\tok\t");
    return UUID.fromString(answer.split("\t", 3)[2]);
  }

  private static void read(TestBaton baton, UUID attempt, Consumer<LogEntry> reader) {
    List<LogEntry> page;
    long after = -1;
    do {
      var tail = Tail.above(PageLimit.items(100), after);
      page =
          baton
              .orchestrator()
              .transcripts()
              .logs(
                  new LogQuery(attempt, LogChannel.RAW, tail, Duration.ZERO),
                  PageView.<LogEntry>plain())
              .items();
      page.forEach(reader);
      after = page.isEmpty() ? after : page.getLast().index();
    } while (!page.isEmpty());
  }

  @Test
  void a_line_of_a_hundred_megabytes_is_stored_in_pieces() throws Exception {
    var bytes = new long[1];
    var ends = new int[1];
    run(
        "head -c 100000000 /dev/zero | tr '\\0' x",
        entry -> {
          if (entry.content().startsWith("x")) {
            assertThat(entry.content().length()).isLessThanOrEqualTo(PIECE);
            bytes[0] += entry.content().length();
            ends[0] += entry.continues() ? 0 : 1;
          }
        });
    assertThat(bytes[0]).isEqualTo(100_000_000);
    assertThat(ends[0]).as("one line").isEqualTo(1);
  }

  @Test
  void binary_output_and_long_lines_of_wide_characters_are_stored_as_text() throws Exception {
    var wide = new StringBuilder();
    run(
        "head -c 3000000 /dev/urandom; echo;"
            + " for i in 1 2 3 4 5 6 7 8; do head -c 30000 /dev/zero | sed 's/\\x00/\u20ac/g'; done",
        entry -> {
          assertThat(entry.content().getBytes(StandardCharsets.UTF_8).length)
              .isLessThanOrEqualTo(4 * PIECE);
          if (entry.content().matches("\u20ac+")) {
            wide.append(entry.content());
          }
        });
    assertThat(wide.toString()).isEqualTo("\u20ac".repeat(240_000));
  }

  @Test
  void a_flood_of_short_lines_is_stored_whole_and_in_order() throws Exception {
    var next = new long[] {1};
    run(
        "seq 1 200000",
        entry -> {
          if (entry.content().matches("[0-9]+")) {
            assertThat(entry.content()).isEqualTo(Long.toString(next[0]++));
          }
        });
    assertThat(next[0]).isEqualTo(200_001);
  }
}
