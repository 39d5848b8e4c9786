package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.call.AttemptOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One call that waits for everything. */
@Timeout(120)
class TailEventsTest {
  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() {
    bench = new ToolBench(directory);
  }

  private ObjectNode tail(String arguments) {
    return bench.client().call("tail_events", arguments);
  }

  private ObjectNode refused(String arguments) {
    return bench.client().fail("tail_events", arguments);
  }

  private static List<String> names(JsonNode answer) {
    return answer.path("events").findValuesAsString("name");
  }

  private static List<Long> ids(JsonNode answer) {
    return answer
        .path("events")
        .valueStream()
        .map(event -> event.path("event_id").asLong())
        .toList();
  }

  @Test
  void before_anything_happened_there_is_nothing_and_the_latest_is_null() {
    var nothing = "{\"events\":[],\"latest_event_id\":null,\"has_more\":false,\"resync\":false}";
    assertThat(tail("{}")).hasToString(nothing);
    assertThat(tail("{'after_event': 0}")).hasToString(nothing);
    var begin = System.nanoTime();
    assertThat(tail("{'after_event': 0, 'wait_ms': 300}")).hasToString(nothing);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(290));
  }

  @Test
  void an_event_says_what_happened_to_what() {
    var project = bench.project();
    var task = bench.task(project, "Do it");
    var events = tail("{}").path("events");
    assertThat(events.findValuesAsString("name")).contains("project.created", "task.created");
    var last = events.path(events.size() - 1);
    assertThat(last.propertyNames())
        .containsExactly("event_id", "name", "at", "project_id", "task_id", "attempt_id", "data");
    assertThat(last.path("project_id").asString()).isEqualTo(project);
    assertThat(last.path("task_id").asString()).isEqualTo(task);
    assertThat(last.path("attempt_id").isNull()).isTrue();
    assertThat(last.path("data").isObject()).isTrue();
    assertThat(tail("{}").path("latest_event_id")).isEqualTo(last.path("event_id"));
  }

  @Test
  void one_change_of_a_task_is_one_event() {
    var project = bench.project();
    var blocker = bench.task(project, "First");
    var made =
        bench
            .client()
            .call(
                "create_task",
                "{'project_id': '%s', 'title': 'Do it', 'labels': ['ui'], 'blocked_by': ['%s']}"
                    .formatted(project, blocker));
    var ofTask = "{'task_id': '%s'}".formatted(made.path("task_id").asString());
    assertThat(names(tail(ofTask))).containsExactly("task.created");

    bench
        .client()
        .call(
            "update_task",
            "{'task_id': '%s', 'title': 'Do more', 'labels': ['api'], 'blocked_by': [],"
                    .formatted(made.path("task_id").asString())
                + " 'status': 'inreview'}");
    var told = tail(ofTask);
    assertThat(names(told)).containsExactly("task.created", "task.changed");
    assertThat(told.path("events").path(1).path("data").path("title").asString())
        .isEqualTo("Do more");
    assertThat(told.path("events").path(1).path("data").path("status").asString())
        .isEqualTo("inreview");
  }

  @Test
  void a_reader_narrows_by_one_thing_and_by_names() {
    var one = bench.project();
    var other = bench.project();
    var task = bench.task(one, "One");
    bench.task(one, "Two");
    bench.task(other, "Three");
    var attempt =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(task, "say hello"))
            .path("attempt_id")
            .asString();
    bench.awaitEnd(attempt);

    assertThat(
            tail("{'project_id': '%s'}".formatted(one))
                .path("events")
                .findValuesAsString("project_id"))
        .isNotEmpty()
        .containsOnly(one);
    assertThat(
            tail("{'task_id': '%s'}".formatted(task)).path("events").findValuesAsString("task_id"))
        .isNotEmpty()
        .containsOnly(task);
    var ofAttempt = tail(ToolBench.attemptId(attempt));
    assertThat(ofAttempt.path("events").findValuesAsString("attempt_id")).containsOnly(attempt);
    assertThat(names(ofAttempt))
        .startsWith("attempt.created")
        .contains("attempt.state", "process.started", "process.ended", "turn.ended")
        .doesNotContain("attempt.entries", "task.created");
    assertThat(names(tail("{'names': ['task.created']}")))
        .containsExactly("task.created", "task.created", "task.created");
    assertThat(names(tail("{'names': []}"))).contains("project.created");
    assertThat(
            names(
                tail("{'task_id': '%s', 'names': ['task.created', 'turn.ended']}".formatted(task))))
        .containsExactly("task.created", "turn.ended");
  }

  @Test
  void what_cannot_be_meant_is_refused_with_the_next_step() {
    var project = bench.project();
    var task = bench.task(project, "One");
    var two = refused("{'project_id': '%s', 'task_id': '%s'}".formatted(project, task));
    assertThat(two.path("code").asString()).isEqualTo("ambiguous_target");
    assertThat(two.path("message").asString())
        .isEqualTo("Several of project_id, task_id and attempt_id were given");
    var name = refused("{'names': ['task.created', 'task.creatd']}");
    assertThat(name.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(name.path("message").asString()).contains("There is no event 'task.creatd'");
    assertThat(name.path("hint").asString()).contains("task.created", "attempt.needs_input");
    assertThat(
            refused("{'names': ['attempt.entries'], 'wait_ms': 45000}").path("message").asString())
        .contains("attempt.entries is told of one attempt, and attempt_id is missing");
    for (var arguments :
        List.of("{'after_event': -2}", "{'limit': 0}", "{'wait_ms': -1}", "{'names': 'x'}")) {
      assertThat(refused(arguments).path("code").asString())
          .as(arguments)
          .isEqualTo("invalid_argument");
    }
    for (var kind : List.of("project", "task", "attempt")) {
      var unknown = refused("{'%s_id': '%s', 'wait_ms': 45000}".formatted(kind, ToolBench.MISSING));
      assertThat(unknown.path("code").asString()).isEqualTo("not_found");
    }
  }

  @Test
  void pages_hold_so_much_and_together_everything_once() {
    var project = bench.project();
    for (int number = 0; number < 130; number++) {
      bench.task(project, "Task " + number);
    }
    var latest = tail("{}").path("latest_event_id").asLong();

    var standard = tail("{'after_event': 0}");
    assertThat(standard.toString().length()).isBetween(5_000, 10_000);
    assertThat(standard.path("has_more").asBoolean()).isTrue();
    var asked = tail("{'after_event': 0, 'limit': 100000}");
    assertThat(asked.toString().length()).isBetween(15_000, 30_000);
    assertThat(tail("{'after_event': 0, 'limit': 3}").path("events")).hasSize(3);

    var read = new ArrayList<Long>();
    var page = tail("{'after_event': -1, 'limit': 7}");
    while (page.path("has_more").asBoolean()) {
      assertThat(page.path("latest_event_id").asLong()).isEqualTo(latest);
      read.addAll(ids(page));
      page = tail("{'after_event': %d, 'limit': 7}".formatted(read.getLast()));
    }
    read.addAll(ids(page));
    assertThat(read).containsExactlyElementsOf(LongStream.rangeClosed(1, latest).boxed().toList());
    assertThat(ids(tail("{'limit': 2}"))).containsExactly(latest - 1, latest);
    assertThat(tail("{'limit': 2}").path("has_more").asBoolean()).isFalse();
    assertThat(tail("{'after_event': %d}".formatted(latest)).path("events")).isEmpty();
  }

  @Test
  void who_waits_is_woken_by_the_first_event_that_fits() throws Exception {
    var project = bench.project();
    var latest = tail("{}").path("latest_event_id").asLong();
    var waiting =
        new FutureTask<>(
            () ->
                tail(
                    "{'after_event': %d, 'names': ['task.deleted'], 'wait_ms': 45000}"
                        .formatted(latest)));
    Thread.ofVirtual().start(waiting);
    var task = bench.task(project, "Short");
    bench.client().call("delete_task", "{'task_id': '%s'}".formatted(task));

    var answer = waiting.get();
    assertThat(names(answer)).containsExactly("task.deleted");
    assertThat(answer.path("events").path(0).path("task_id").asString()).isEqualTo(task);
  }

  @Test
  void who_knows_no_event_waits_for_the_first() throws Exception {
    var waiting = new FutureTask<>(() -> tail("{'wait_ms': 45000}"));
    Thread.ofVirtual().start(waiting);
    bench.project();
    assertThat(names(waiting.get())).contains("project.created");
  }

  @Test
  void who_names_an_attempt_hears_that_its_log_has_grown() {
    var attempt = bench.attempt("say one", "sleep 1", "say two", "sleep 1", "say three");
    var grown =
        tail(
            "{'attempt_id': '%s', 'after_event': 0, 'names': ['attempt.entries'], 'wait_ms': 45000}"
                .formatted(attempt));
    assertThat(names(grown)).containsExactly("attempt.entries");
    var event = grown.path("events").path(0);
    assertThat(event.path("attempt_id").asString()).isEqualTo(attempt);
    var known = tail(ToolBench.attemptId(attempt)).path("events").path(0);
    assertThat(event.path("task_id").isString()).isTrue();
    assertThat(event.path("task_id")).isEqualTo(known.path("task_id"));
    assertThat(event.path("project_id")).isEqualTo(known.path("project_id"));
    assertThat(event.path("data").path("latest_index").isIntegralNumber()).isTrue();
    bench.awaitEnd(attempt);
    assertThat(names(tail("{'after_event': 0, 'limit': 200}"))).doesNotContain("attempt.entries");
  }

  @Test
  void what_is_no_longer_kept_is_said_at_once() {
    bench.project();
    var answer = tail("{'after_event': 4711, 'wait_ms': 45000}");
    assertThat(answer.path("resync").asBoolean()).isTrue();
    assertThat(answer.path("events")).isEmpty();
    assertThat(
            tail("{'after_event': %d}".formatted(answer.path("latest_event_id").asLong()))
                .path("resync")
                .asBoolean())
        .isFalse();
    assertThat(tail("{'after_event': 99999999999999999999999999}").path("resync").asBoolean())
        .isTrue();
  }

  @Test
  void an_agent_hears_of_its_own_project_alone() {
    var own = bench.attempt("say own");
    var project = bench.awaitEnd(own).path("task_id").asString();
    var foreign = bench.project();
    bench.task(foreign, "Foreign");
    try (var agent =
        new MemoryClient(bench.server(), new AttemptOwner(UUID.fromString(own)).toTaskOwner())
            .modern("{}")) {
      var heard = agent.call("tail_events", "{'after_event': 0, 'limit': 200}").path("events");
      assertThat(heard.findValuesAsString("task_id")).contains(project);
      assertThat(heard.findValuesAsString("project_id")).doesNotContain(foreign);
      assertThat(heard.valueStream().map(event -> event.path("project_id").isNull()))
          .containsOnly(false);
      assertThat(
              agent
                  .fail("tail_events", "{'project_id': '%s'}".formatted(foreign))
                  .path("code")
                  .asString())
          .isEqualTo("not_found");
    }
  }
}
