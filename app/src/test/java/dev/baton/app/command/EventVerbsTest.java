package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What happened, and answers that hold, from the command line and over HTTP. */
@Tag("slow")
class EventVerbsTest {
  @TempDir Path directory;
  private BoardFixture board;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
  }

  @AfterEach
  void close() throws IOException {
    board.close();
  }

  private Cli.Shell shell() {
    return new Cli.Shell(board.data().path());
  }

  private Program.Ended baton(String... words) {
    return shell().baton(words);
  }

  private ObjectNode json(String... words) {
    return shell().json(words);
  }

  @Test
  void events_are_a_verb_and_an_endpoint() throws Exception {
    json("task", "add", "test", "First");
    var told = json("events", "--after-event", "0", "--name", "task.created");
    assertThat(told.path("events").findValuesAsString("name")).containsExactly("task.created");
    assertThat(baton("events").out()).contains("task.created");
    assertThat(baton("events", "--name", "task.exploded").err())
        .contains("There is no event 'task.exploded'", "task.created");

    try (var http = HttpClient.newHttpClient()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(URI.create(board.url()).resolve("/api/tail_events"))
                  .header("Authorization", "Bearer " + board.token())
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"after_event\": 0, \"names\": [\"task.created\"]}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(Json.parseObject(answer.body()).findValuesAsString("name"))
          .containsExactly("task.created");
    }
  }

  @Test
  void an_answer_is_remembered_listed_and_forgotten() {
    var task = json("task", "add", "test", "Ask").path("task_id").asString("");
    var attempt =
        json(
                "attempt",
                "start",
                task,
                "FAKE_AGENT",
                "--variant",
                "APPROVALS",
                "--prompt",
                "ask May I?\nask May I?\nsay thanks")
            .path("attempt_id")
            .asString("");
    var question =
        json("attempt", "status", attempt, "--wait-ms", "45000", "--since-state", "running")
            .path("pending_approvals")
            .path(0)
            .path("approval_id")
            .asString("");
    assertThat(baton("approvals", "respond", question, "approve", "--remember", "project").code())
        .isNotZero();
    json("approvals", "respond", question, "approve", "--remember", "attempt");
    assertThat(
            json("attempt", "status", attempt, "--wait-ms", "45000", "--since-state", "running")
                .path("state")
                .asString(""))
        .isEqualTo("completed");

    assertThat(json("approvals", "list").path("approvals")).isEmpty();
    var remembered = json("approvals", "list", "--remembered").path("approvals");
    assertThat(remembered.findValuesAsString("approval_id")).containsExactly(question);
    assertThat(remembered.path(0).path("decision").asString("")).isEqualTo("approve");
    assertThat(remembered.path(0).path("remembered").asBoolean(false)).isTrue();
    assertThat(json("approvals", "forget", question).path("remembered").asBoolean(true)).isFalse();
    assertThat(json("approvals", "list", "--remembered").path("approvals")).isEmpty();
    assertThat(baton("approvals", "forget", question).err()).contains("is not remembered");
  }
}
