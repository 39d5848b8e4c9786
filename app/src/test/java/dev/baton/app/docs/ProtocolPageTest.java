package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.ExampleServer;
import dev.baton.app.Repository;
import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The messages that the page for client authors shows are sent, and answered as it says. */
@Tag("slow")
class ProtocolPageTest {
  private static final String PAGE = "docs/protocol-extensions.md";
  private static final Pattern STATUS = Pattern.compile("status (\\d+)");

  private final ShownJson shown = new ShownJson();

  @TempDir private Path directory;

  @Test
  void a_run_goes_from_its_pause_to_its_end_as_the_page_shows() throws IOException {
    try (var server = ExampleServer.start("deploy", "--data-dir", directory.toString())) {
      assertThat(converse(server, "A run, from its pause to its end")).isGreaterThan(9);
    }
  }

  @Test
  void the_newer_revision_answers_as_the_page_shows() throws IOException {
    try (var server = ExampleServer.startNewer("deploy", "--data-dir", directory.toString())) {
      assertThat(converse(server, "In 2026-07-28")).isGreaterThan(3);
    }
  }

  /** Sends each request of a section, compares the answers, and counts the requests. */
  private int converse(ExampleServer server, String heading) throws IOException {
    var requests = 0;
    var answer = Json.object();
    for (var block : Page.load(PAGE).section(heading).blocks("json")) {
      var message = Json.parseObject(block);
      if (message.has("method")) {
        var request = Json.parseObject(shown.filled(block));
        var method = request.path("method").asString();
        answer = (ObjectNode) server.answer(method, (ObjectNode) request.path("params"));
        requests++;
      } else {
        shown.check("answer " + requests, message, answer);
      }
    }
    return requests;
  }

  @Test
  void a_follow_up_over_http_is_answered_as_the_page_shows() throws Exception {
    var section = Page.load(PAGE).section("A follow-up over HTTP");
    var request = section.blocks("http").getFirst();
    var answers = section.blocks("json");
    try (var board = BoardFixture.in(directory)) {
      var attempt = board.attempt("Say hello", "say hello");
      shown.name("TOKEN", Files.readString(board.data().file(LocalToken.FILE)).strip());
      shown.name("BOARD_TASK", taskOf(board, attempt));
      shown.name("ATTEMPT", attempt);

      var begun = send(board, request);
      assertThat(begun.statusCode()).isEqualTo(200);
      shown.check("first", Json.parseObject(answers.get(0)), Json.parseObject(begun.body()));
      var busy = send(board, request);
      var _ =
          board
              .client()
              .call("stop_attempt", Json.object().put("attempt_id", attempt).put("force", true));

      assertThat(busy.statusCode()).isEqualTo(told(section));
      shown.check("second", Json.parseObject(answers.get(1)), Json.parseObject(busy.body()));
      assertThat(send(board, request.replace("\"prompt\"", "\"text\"")).statusCode())
          .isEqualTo(400);
      assertThat(send(board, request.replace("Bearer TOKEN", "Bearer other")).statusCode())
          .isEqualTo(401);
      assertThat(send(board, request.replace("BOARD_TASK", shown.value("PROCESS"))).statusCode())
          .isEqualTo(404);
      assertThat(section.text()).contains("| 200 |", "| 400 |", "| 401 |", "| 404 |", "| 409 |");
    }
  }

  private static int told(Page section) {
    var status = STATUS.matcher(section.text());
    assertThat(status.find()).isTrue();
    return Integer.parseInt(status.group(1));
  }

  private static String taskOf(BoardFixture board, String attempt) throws Exception {
    return board
        .client()
        .call("get_attempt_status", Json.object().put("attempt_id", attempt))
        .path("task_id")
        .asString();
  }

  /** Sends what the page shows as a request: a line, headers, an empty line, a body. */
  private HttpResponse<String> send(BoardFixture board, String block) throws Exception {
    var parts = shown.filled(block).split("\n\n", 2);
    var lines = parts[0].lines().toList();
    var address =
        ServerFile.findRunning(board.data()).orElseThrow().url().replaceFirst("/mcp$", "");
    var request =
        HttpRequest.newBuilder(URI.create(address + lines.getFirst().replaceFirst("^POST ", "")))
            .POST(HttpRequest.BodyPublishers.ofString(parts[1]));
    for (var line : lines.subList(1, lines.size())) {
      var colon = line.indexOf(": ");
      request.header(line.substring(0, colon), line.substring(colon + 2));
    }
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  @Test
  void every_variable_of_a_run_and_every_reason_for_a_pause_has_a_row() throws IOException {
    var expected = new ArrayList<String>();
    expected.addAll(found("RunVariables.java", "\"(_workflow\\.[\\w.]+)\""));
    expected.addAll(found("PauseReason.java", "String type\\(\\) \\{\\s+return \"(\\w+)\""));

    assertThat(Page.load(PAGE).section("The variables of a run").rows())
        .extracting(row -> row.replaceFirst("<.*", ""))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> found(String file, String pattern) throws IOException {
    var source =
        Repository.root()
            .resolve("workflow/src/main/java/dev/baton/workflow/internal/record/" + file);
    return Pattern.compile(pattern)
        .matcher(Files.readString(source))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
