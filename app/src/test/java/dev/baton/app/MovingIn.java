package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.TestPostgres;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.vibekanban.OldBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole way from vibe-kanban to PostgreSQL, with nothing but a command that was installed.
 *
 * @param baton the command
 * @param environment names the data directory
 * @param place an empty directory
 */
record MovingIn(String baton, Map<String, String> environment, Path place) {
  MovingIn {
    environment = Map.copyOf(environment);
  }

  private Program.Ended good(Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(baton));
    command.addAll(List.of(words));
    try (var program = Program.start(command, variables, place)) {
      var ended = program.await();
      assertThat(ended.code()).as("%s: %s", String.join(" ", words), ended.err()).isZero();
      return ended;
    }
  }

  private Program.Ended good(String... words) throws IOException, InterruptedException {
    return good(environment, words);
  }

  /** A board comes, an attempt of it goes on and is merged, and all of it goes to another board. */
  void go() throws IOException, InterruptedException {
    var old = OldBoard.of("0.1.44", Files.createDirectories(place.resolve("old")).toRealPath());
    assertThat(good("import", "vibe-kanban", old.file().toString(), "--dry-run").out())
        .startsWith("Would come: 1 project, 1 repository");
    assertThat(good("import", "vibe-kanban", old.file().toString()).out())
        .startsWith("Imported: 1 project, 1 repository");

    finish(old);

    var exported = place.resolve("board.jsonl");
    var again = place.resolve("again.jsonl");
    good("export", exported.toString(), "--logs");
    var elsewhere = new HashMap<>(environment);
    elsewhere.put("BATON_HOME", place.resolve("elsewhere").toString());
    var server = TestPostgres.newAddress();
    good(elsewhere, "import", exported.toString(), "--db", server);
    good(elsewhere, "export", again.toString(), "--logs", "--db", server);
    assertThat(rows(again)).isEqualTo(rows(exported)).hasSizeGreaterThan(10);
  }

  private void finish(OldBoard old) throws IOException, InterruptedException {
    var attempt = OldBoard.ATTEMPT.toString();
    try (var server =
        Program.start(List.of(baton, "serve", "--port", "0", "--json"), environment, place)) {
      assertThat(Json.parseObject(server.line()).path("address").asString("")).isNotEmpty();
      good("follow-up", attempt, "write here.txt done here");
      assertThat(good("attempt", "logs", attempt, "--follow").err())
          .contains("The attempt is completed");
      good("attempt", "merge", attempt);
      server.terminate();
      assertThat(server.awaitWithOpenInput().out()).isEmpty();
    }
    assertThat(old.repository().resolve("here.txt")).hasContent("done here");
    assertThat(old.repository().resolve("done.txt")).hasContent("done there");
  }

  /** All lines but the first, which says where and when. */
  private static List<String> rows(Path file) throws IOException {
    var lines = Files.readAllLines(file);
    return lines.subList(1, lines.size());
  }
}
