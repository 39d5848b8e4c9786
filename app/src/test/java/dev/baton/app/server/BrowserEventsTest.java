package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a browser gets that follows the board. */
@Tag("slow")
@Timeout(120)
class BrowserEventsTest {
  private static final int STREAMS_OF_ONE_OWNER = 32;

  @TempDir Path directory;
  private BoardFixture board;
  private URI home;
  private String cookie;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
    home = URI.create(board.url()).resolve("/");
    try (var http = HttpClient.newHttpClient()) {
      cookie =
          http.send(
                  HttpRequest.newBuilder(home.resolve("/?token=" + board.token())).build(),
                  HttpResponse.BodyHandlers.discarding())
              .headers()
              .firstValue("Set-Cookie")
              .orElseThrow()
              .split(";", -1)[0];
    }
  }

  @AfterEach
  void close() throws IOException {
    board.close();
  }

  /** One message of the stream. */
  private record Told(String id, String event, ObjectNode data) {}

  /** A stream as a browser reads it. */
  private final class Follower implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpResponse<Stream<String>> response;
    private final Iterator<String> lines;

    Follower(String... headers) throws IOException, InterruptedException {
      var request = HttpRequest.newBuilder(home.resolve("/events")).header("Cookie", cookie);
      for (int place = 0; place < headers.length; place += 2) {
        request.header(headers[place], headers[place + 1]);
      }
      response = http.send(request.build(), HttpResponse.BodyHandlers.ofLines());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      lines = response.body().iterator();
    }

    Told next() {
      var id = "";
      var event = "";
      while (lines.hasNext()) {
        var line = lines.next();
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          event = line.substring(7);
        } else if (line.startsWith("data: ")) {
          return new Told(id, event, Json.parseObject(line.substring(6)));
        }
      }
      throw new AssertionError("The stream has ended");
    }

    /** Up to the first that is as wanted. */
    List<Told> until(Predicate<Told> wanted) {
      var all = new ArrayList<Told>();
      do {
        all.add(next());
      } while (!wanted.test(all.getLast()));
      return all;
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }

  @Test
  void whoever_goes_from_page_to_page_leaves_no_streams_behind() throws Exception {
    for (var page = 0; page < 3 * STREAMS_OF_ONE_OWNER; page++) {
      try (var follower = new Follower()) {
        assertThat(follower.response.statusCode()).isEqualTo(200);
      }
    }
  }

  private String task(String title) throws Exception {
    return board
        .client()
        .call("create_task", Json.object().put("project_id", board.project()).put("title", title))
        .path("task_id")
        .asString("");
  }

  private static Predicate<Told> is(String name, String task) {
    return told ->
        told.data().path("name").asString("").equals(name)
            && told.data().path("task_id").asString("").equals(task);
  }

  @Test
  void a_browser_hears_what_happens_and_goes_on_where_it_was() throws Exception {
    String last;
    try (var follower = new Follower()) {
      var first = task("First");
      var told = follower.until(is("task.created", first)).getLast();
      assertThat(told.event()).isEqualTo("event");
      assertThat(told.id()).isEqualTo(told.data().path("id").asString());
      assertThat(told.data().propertyNames())
          .containsExactly("id", "name", "project_id", "task_id");
      last = told.id();
    }
    var missed = List.of(task("Second"), task("Third"));
    try (var follower = new Follower("Last-Event-ID", last)) {
      var later = follower.until(is("task.created", missed.getLast()));
      assertThat(later.getFirst().id()).isEqualTo(String.valueOf(Long.parseLong(last) + 1));
      assertThat(later).extracting(Told::event).containsOnly("event");
      assertThat(later)
          .filteredOn(told -> told.data().path("name").asString("").equals("task.created"))
          .extracting(told -> told.data().path("task_id").asString(""))
          .containsExactlyElementsOf(missed);
    }
  }

  @Test
  void a_gap_is_said_and_then_the_stream_goes_on() throws Exception {
    try (var follower = new Follower("Last-Event-ID", "4711000")) {
      var gap = follower.next();
      assertThat(gap.event()).isEqualTo("resync");
      var task = task("After");
      assertThat(follower.until(is("task.created", task)))
          .extracting(Told::event)
          .containsOnly("event");
    }
  }

  @Test
  void an_id_that_is_none_is_a_gap() throws Exception {
    task("Before");
    for (var id : List.of("x' or 1=1", "-1", "9".repeat(40))) {
      try (var follower = new Follower("Last-Event-ID", id)) {
        assertThat(follower.next().event()).as(id).isEqualTo("resync");
        var task = task("After " + id);
        assertThat(follower.until(is("task.created", task)))
            .extracting(Told::event)
            .containsOnly("event");
      }
    }
  }

  @Test
  void a_log_that_grows_is_told_without_a_number_of_its_own() throws Exception {
    try (var follower = new Follower()) {
      var attempt =
          board.start("Talk", "say one\nsleep 1\nsay two").path("attempt_id").asString("");
      var told = follower.until(each -> each.event().equals("entries")).getLast();
      assertThat(told.id()).isEmpty();
      assertThat(told.data().path("attempt_id").asString("")).isEqualTo(attempt);
      assertThat(told.data().path("latest").isIntegralNumber()).isTrue();
      // why: an agent outlives its server, and would write into a folder that is being deleted
      follower.until(each -> each.data().path("name").asString("").equals("turn.ended"));
    }
  }
}
