package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton top} and {@code attempt list}, of a board where something runs. */
@Tag("slow")
@Timeout(300)
class TopCommandTest {
  @TempDir static Path directory;
  static BoardFixture board;
  static String done;

  @BeforeAll
  static void serve() throws Exception {
    board = BoardFixture.in(directory);
    done = board.attempt("Done", "say ready");
  }

  @AfterAll
  static void end() throws IOException {
    board.close();
  }

  private static Program.Ended baton(String... words) {
    return Cli.run(Map.of("BATON_HOME", board.data().path().toString()), words);
  }

  private static String begin(String title) throws Exception {
    var attempt = board.start(title, "say at it\nhang").path("attempt_id").asString("");
    await().atMost(Duration.ofSeconds(60)).until(() -> baton("top").out().contains("at it"));
    return attempt;
  }

  private static void stop(String attempt) throws Exception {
    board
        .client()
        .call("stop_attempt", Json.object().put("attempt_id", attempt).put("force", true));
  }

  @Test
  void without_a_terminal_it_prints_plain_lines_once() throws Exception {
    assertThat(baton("top").out().strip()).isEqualTo("Nothing runs.");
    var attempt = begin("Plain \u202eeltit");
    try {
      var top = baton("top", "--project", "test");
      assertThat(top.code()).isZero();
      assertThat(top.out().lines().toList().getFirst())
          .matches("ATTEMPT +STATE +AGE +COST +EXECUTOR +TASK +LAST LINE");
      assertThat(top.out().lines().toList().get(1))
          .contains(
              attempt.substring(attempt.length() - 8),
              "running",
              "FAKE_AGENT",
              "Plain \\u202eeltit",
              "at it");
      assertThat(baton("top", "--project", "nowhere").err())
          .contains("There is no project 'nowhere'");
    } finally {
      stop(attempt);
    }
  }

  @Test
  void attempts_are_listed_by_project_and_state() throws Exception {
    var failed = board.attempt("Broken", "exit 3");

    assertThat(ids("attempt", "list", "--project-id", "test", "--state", "failed", "--json"))
        .contains(failed)
        .doesNotContain(done);
    assertThat(ids("attempt", "list", "--state", "completed", "--state", "failed", "--json"))
        .contains(failed, done);
    assertThat(ids("attempt", "list", "--state", "running", "--json")).doesNotContain(failed, done);
    assertThat(baton("attempt", "list", "--state", "lost").err())
        .contains("'lost' does not fit --state, which takes one of idle, running");
    var task = task(failed);
    assertThat(ids("attempt", "list", task, "--state", "completed", "--json")).isEmpty();
    assertThat(baton("attempt", "list", task, "--project-id", "test").err())
        .contains("project_id and task_id were both given");
    assertThat(baton("attempt", "list", task, "--limit", "1").err())
        .contains("limit and task_id were both given");
  }

  private static String task(String attempt) throws Exception {
    return board
        .client()
        .call("get_attempt_status", Json.object().put("attempt_id", attempt))
        .path("task_id")
        .asString("");
  }

  private static List<String> ids(String... words) {
    var answer = baton(words);
    assertThat(answer.err()).isEmpty();
    return Json.parseObject(answer.out())
        .path("attempts")
        .valueStream()
        .map(attempt -> attempt.path("attempt_id").asString(""))
        .toList();
  }

  @Test
  void on_a_terminal_it_draws_in_place_and_its_keys_open_stop_and_quit() throws Exception {
    var attempt = begin("Live");
    var command =
        Program.javaCommand(List.of(), Main.class, "top").stream()
            .map("'%s'"::formatted)
            .collect(Collectors.joining(" "));
    var seen = new ArrayList<String>();
    try (var terminal =
        Program.start(
            List.of("script", "-qec", "stty rows 24 cols 100; " + command, "/dev/null"),
            Map.of(
                "BATON_HOME",
                board.data().path().toString(),
                "TERM",
                "xterm",
                "BROWSER",
                "/bin/true"))) {
      read(terminal, seen, "Live");
      terminal.send("o");
      read(terminal, seen, "The task opens in your browser");
      assertThat(whereTheBrowserGets()).isEqualTo("/tasks/" + task(attempt));
      terminal.send("sy");
      read(terminal, seen, "Stopped " + attempt);
      read(terminal, seen, "0 at work");
      terminal.send("q");
      var rest = terminal.awaitWithOpenInput();
      assertThat(rest.code()).isZero();
      assertThat(rest.out()).contains("\033[?25h", "\033[?1049l");
    }
    assertThat(String.join("\n", seen)).contains("\033[?1049h", "\033[H1 at work", "\033[7m");
  }

  /** Where the link leads that a browser was given, which lets it in as well. */
  private static String whereTheBrowserGets() throws Exception {
    var page = Files.readString(board.data().file("open.html"));
    var link = page.substring(page.indexOf("url=") + 4, page.indexOf("\">\n<title>"));
    try (var browser = HttpClient.newHttpClient()) {
      var answer =
          browser.send(
              HttpRequest.newBuilder(URI.create(link.replace("&amp;", "&"))).build(),
              HttpResponse.BodyHandlers.discarding());
      assertThat(answer.headers().firstValue("Set-Cookie")).isPresent();
      return answer.headers().firstValue("Location").orElseThrow();
    }
  }

  /** Reads what is drawn until a line has this text. */
  private static void read(Program terminal, List<String> seen, String text) throws IOException {
    do {
      seen.add(terminal.line());
    } while (!seen.getLast().contains(text));
  }
}
