package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What happens while a page is made is told to it afterwards. */
class PageCatchUpTest extends OnPages {
  private static final Pattern TITLE = Pattern.compile("<h1><span class=\"words\">(\\d+)<");
  private static final Pattern NEWEST_EVENT = Pattern.compile("data-live-after-value=\"(\\d+)\"");

  @Test
  void a_page_asks_for_everything_that_happened_since_it_was_read() throws Exception {
    var task =
        board
            .client()
            .call("create_task", Json.object().put("project_id", board.project()).put("title", "0"))
            .path("task_id")
            .asString("");
    var known = new ArrayList<Map.Entry<Integer, Long>>();
    try (var writer = Executors.newVirtualThreadPerTaskExecutor()) {
      var written = writer.submit(() -> rename(task, 100));
      while (!written.isDone()) {
        var page = browser.get("/tasks/" + task).body();
        known.add(
            Map.entry(
                Integer.parseInt(first(TITLE, page)), Long.parseLong(first(NEWEST_EVENT, page))));
      }
      written.get();
    }

    var renames = renames(task);
    assertThat(renames).hasSize(100);
    assertThat(known)
        .allSatisfy(
            page ->
                assertThat(renames.stream().filter(event -> event <= page.getValue()))
                    .hasSizeLessThanOrEqualTo(page.getKey()));
  }

  /** Gives a task its number of titles, one after the other. */
  private int rename(String task, int times) throws Exception {
    for (var title = 1; title <= times; title++) {
      board
          .client()
          .call(
              "update_task",
              Json.object().put("task_id", task).put("title", String.valueOf(title)));
    }
    return times;
  }

  private List<Long> renames(String task) throws Exception {
    return board
        .client()
        .call("tail_events", Json.object().put("after_event", 0).put("limit", 200))
        .path("events")
        .valueStream()
        .filter(event -> event.path("name").asString("").equals("task.changed"))
        .filter(event -> event.path("task_id").asString("").equals(task))
        .filter(event -> event.path("data").path("title").asInt(0) > 0)
        .map(event -> event.path("event_id").asLong())
        .toList();
  }
}
