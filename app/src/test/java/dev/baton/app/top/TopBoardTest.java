package dev.baton.app.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.verb.Server;
import dev.baton.app.verb.Server.Answer;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Endpoint;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class TopBoardTest {
  private static final int PAGES = 3;
  private static final int ATTEMPTS_OF_A_PAGE = 20;

  /** A server with a line that is longer than a page. */
  private static final Server SERVER =
      (path, arguments) ->
          new Answer(
              false,
              path.equals(Endpoint.of("list_task_attempts").path())
                  ? page(arguments)
                  : Json.object().set("waiting", Json.object()));

  private static ObjectNode page(ObjectNode query) {
    var page = Json.object();
    var attempts = page.putArray("attempts");
    var number = query.path("cursor").asInt(0);
    if (query.path("states").path(0).asString().equals("idle")) {
      for (int place = 0; place < ATTEMPTS_OF_A_PAGE; place++) {
        attempts
            .addObject()
            .put("attempt_id", "%d-%d".formatted(number, place))
            .put("created_at", "2026-01-02T03:04:05Z");
      }
      if (number < PAGES - 1) {
        page.put("next_cursor", Integer.toString(number + 1));
      }
    }
    return page;
  }

  @Test
  void a_line_of_several_pages_is_shown_whole() throws Exception {
    var rows = new TopBoard(SERVER, Optional.empty()).rows();

    assertThat(rows)
        .extracting(TopRow::attemptId)
        .hasSize(PAGES * ATTEMPTS_OF_A_PAGE)
        .doesNotHaveDuplicates()
        .startsWith("0-0")
        .endsWith("2-19");
  }
}
