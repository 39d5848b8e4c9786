package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a project takes tasks by itself, said on its board, over HTTP. */
class PullOnBoardTest {
  @TempDir Path directory;
  private BoardFixture board;
  private PageVisitor browser;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
    browser = new PageVisitor(board);
  }

  @AfterEach
  void close() throws Exception {
    browser.close();
    board.close();
  }

  @Test
  void the_board_says_that_tasks_are_taken_and_resumes_after_a_pause() throws Exception {
    var address = "/projects/" + board.project();
    assertThat(browser.read(address)).doesNotContain("id=\"pull\"");

    var request = Json.object().put("project_id", board.project());
    request.putObject("auto_start").put("limit", 2).put("executor", "FAKE_AGENT");
    board.client().call("update_project", request);
    assertThat(browser.read(address)).contains("Takes tasks by itself: up to 2, Fake Agent");

    board
        .client()
        .call(
            "update_project",
            Json.object().put("project_id", board.project()).put("auto_start_paused", true));
    assertThat(browser.read(address))
        .contains("Paused by hand", "action=\"%s/resume\"".formatted(address));

    var resumed = browser.post(address + "/resume");
    assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(303);
    assertThat(browser.read(address)).contains("Takes tasks by itself").doesNotContain("Paused");
    assertThat(browser.read("/")).doesNotContain("id=\"pull\"");
  }

  @Test
  void three_failures_in_a_row_are_said_with_the_way_on() throws Exception {
    var request = Json.object().put("project_id", board.project());
    request.putObject("auto_start").put("limit", 1).put("executor", "FAKE_AGENT");
    board.client().call("update_project", request);
    for (var i = 0; i < 3; i++) {
      board
          .client()
          .call(
              "create_task",
              Json.object().put("project_id", board.project()).put("title", "exit 3"));
    }

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(browser.read("/projects/" + board.project()))
                    .contains("Paused after three failures", ">Resume</button>"));
  }
}
