package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.git.TestRepository;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is said of events is what their schemas promise. */
@Timeout(120)
class EventPayloadTest {
  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() {
    bench = new ToolBench(directory);
  }

  @Test
  void every_event_of_a_busy_day_fits_the_schema_of_its_name() {
    var project = bench.project();
    call("rename_project", "{'project_id': '%s', 'name': 'Renamed'}".formatted(project));
    var task = bench.task(project, "Work");
    call("update_task", "{'task_id': '%s', 'labels': ['bug'], 'position': 'top'}".formatted(task));
    var attempt = start(task, "ask May I?", "write b.txt x");
    answer(attempt, "approve");
    bench.awaitEnd(attempt);
    assertPushed(attempt);
    call("merge_attempt", ToolBench.attemptId(attempt));
    call("delete_attempt", ToolBench.attemptId(attempt));
    var failing = start(bench.task(project, "Fail"), "sleep 4", "exit 3");
    call(
        "follow_up",
        "{'action': 'queue', 'attempt_id': '%s', 'prompt': 'say x'}".formatted(failing));
    call("follow_up", "{'action': 'cancel', 'attempt_id': '%s'}".formatted(failing));
    bench.awaitEnd(failing);
    call("archive_task", "{'task_id': '%s'}".formatted(task));
    call("delete_task", "{'task_id': '%s'}".formatted(task));

    var told = bench.orchestrator().events().readAfter(EventFilter.ALL, 0, 1000).events();
    assertThat(told).allSatisfy(EventPayloadTest::assertFits);
    assertThat(told)
        .extracting(BoardEvent::name)
        .contains(EventName.PROJECT_CHANGED, EventName.TASK_DELETED, EventName.ATTEMPT_ANSWERED)
        .contains(EventName.ATTEMPT_QUEUE, EventName.ATTEMPT_DELETED, EventName.MERGE_DONE)
        .contains(EventName.ATTEMPT_PULL_REQUEST)
        .contains(EventName.PROCESS_ENDED, EventName.TURN_ENDED, EventName.ATTEMPT_STATE)
        .doesNotContain(EventName.ATTEMPT_ENTRIES);
  }

  /** The answer of a push to a directory: all fields, and nothing of a pull request. */
  private void assertPushed(String attempt) {
    TestRepository.git(bench.repository(), "clone", "--quiet", "--bare", ".", "../pushed.git");
    TestRepository.git(bench.repository(), "remote", "add", "origin", "../pushed.git");
    var pushed = bench.client().call("push_attempt", ToolBench.attemptId(attempt));
    var repo = pushed.path("pull_requests").path(0);
    assertThat(repo.propertyNames())
        .containsExactly(
            "repo_id",
            "repo_name",
            "host",
            "number",
            "url",
            "state",
            "checks",
            "branch",
            "target_branch");
    assertThat(repo.path("number").isNull()).isTrue();
    assertThat(repo.path("url").isNull()).isTrue();
    assertThat(repo.path("state").asString()).isEqualTo("none");
    assertThat(repo.path("checks").asString()).isEqualTo("none");
    var status = bench.client().call("get_attempt_status", ToolBench.attemptId(attempt));
    assertThat(status.path("pull_requests")).isEqualTo(pushed.path("pull_requests"));
  }

  private void call(String tool, String arguments) {
    assertThat(bench.client().call(tool, arguments)).isNotNull();
  }

  private String start(String task, String... script) {
    return bench
        .client()
        .call("start_task_attempt", ToolBench.start(task, script).put("variant", "APPROVALS"))
        .path("attempt_id")
        .asString();
  }

  private void answer(String attempt, String decision) {
    var question =
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    bench
                        .client()
                        .call("get_attempt_status", ToolBench.attemptId(attempt))
                        .path("pending_approvals")
                        .path(0)
                        .path("approval_id")
                        .asString(""),
                id -> !id.isEmpty());
    call(
        "respond_approval",
        "{'approval_id': '%s', 'decision': '%s', 'remember': 'attempt'}"
            .formatted(question, decision));
  }

  private static void assertFits(BoardEvent event) {
    var schema = event.name().schema();
    var words = "%s %s".formatted(event.name().wireName(), event.data());
    assertThat(event.data().propertyNames())
        .as(words)
        .isSubsetOf(schema.path("properties").propertyNames())
        .containsAll(schema.path("required").valueStream().map(JsonNode::asString).toList());
    event
        .data()
        .properties()
        .forEach(
            field ->
                assertThat(type(field.getValue()))
                    .as(words)
                    .isEqualTo(
                        schema.path("properties").path(field.getKey()).path("type").asString()));
  }

  private static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case ARRAY -> "array";
      case OBJECT -> "object";
      case NULL, MISSING, BINARY, POJO -> "nothing that is expected";
    };
  }
}
