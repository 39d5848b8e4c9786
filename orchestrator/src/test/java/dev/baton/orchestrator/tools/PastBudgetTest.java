package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.task.TaskOwner;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What people may do when a budget is used up, and what waits for them. */
class PastBudgetTest extends OnToolBench {
  private McpServer server;
  private TestClient person;

  @BeforeAll
  void enter() {
    var tools = McpServer.named("people", "1");
    Operations.of(bench.orchestrator()).forEach(it -> tools.tool(it.operatorTool()));
    server = tools.build();
    person = new MemoryClient(server, TaskOwner.LOCAL).modern("{}");
  }

  @AfterAll
  void leave() {
    person.close();
    server.close();
  }

  /** An attempt that has used up the budget of its task. */
  private String spent(String... script) {
    var attempt = bench.attempt(script);
    var task = bench.awaitEnd(attempt).path("task_id").asString();
    call("update_task", "{'task_id': '%s', 'budget': 0.5}", task);
    return attempt;
  }

  private String follow(String attempt, String action, String more) {
    return "{'action': '%s', 'attempt_id': '%s', %s}".formatted(action, attempt, more);
  }

  private List<Matter> unpaid() {
    return bench.orchestrator().needsYou().list(9).stream()
        .map(Need::matter)
        .filter(Matter.Unpaid.class::isInstance)
        .toList();
  }

  @Test
  void a_person_sends_a_message_past_a_budget_and_a_model_cannot() {
    var attempt = spent("cost 0.60");
    var send = follow(attempt, "send", "'prompt': 'say more'");
    assertThat(person.fail("follow_up", send).path("code").asString()).isEqualTo("budget_exceeded");
    var forced = send.replace("}", ", 'force': true}");
    assertThat(fail("follow_up", forced).path("code").asString()).isEqualTo("invalid_argument");

    assertThat(person.call("follow_up", forced).path("status").asString()).isEqualTo("started");
    var task = bench.awaitEnd(attempt).path("task_id").asString();

    var again = "{'task_id': '%s', 'prompt': 'say again'}".formatted(task);
    assertThat(person.fail("send_follow_up", again).path("code").asString())
        .isEqualTo("budget_exceeded");
    person.call("send_follow_up", again.replace("}", ", 'force': true}"));
    bench.awaitEnd(attempt);
    assertThat(person.fail("follow_up", send).path("code").asString()).isEqualTo("budget_exceeded");
  }

  @Test
  void a_person_retries_a_turn_and_has_conflicts_resolved_past_a_budget() throws Exception {
    var attempt = spent("cost 0.60", "write README.md mine");
    var retry = "{'attempt_id': '%s', 'turn': 0}".formatted(attempt);
    assertThat(person.fail("retry_turn", retry).path("code").asString())
        .isEqualTo("budget_exceeded");
    var forced = retry.replace("}", ", 'force': true}");
    assertThat(fail("retry_turn", forced).path("code").asString()).isEqualTo("invalid_argument");
    assertThat(person.call("retry_turn", forced).path("status").asString()).isEqualTo("started");
    bench.awaitEnd(attempt);

    Files.writeString(bench.repository().resolve("README.md"), "theirs\n");
    TestRepository.git(bench.repository(), "commit", "--quiet", "-am", "Theirs");
    var update = "{'attempt_id': '%s', 'resolve': true}".formatted(attempt);
    assertThat(person.fail("update_attempt", update).path("code").asString())
        .isEqualTo("budget_exceeded");
    forced = update.replace("}", ", 'force': true}");
    assertThat(fail("update_attempt", forced).path("code").asString())
        .isEqualTo("invalid_argument");
    assertThat(person.call("update_attempt", forced).path("execution_process_id").isNull())
        .isFalse();
    bench.awaitEnd(attempt);
  }

  @Test
  void a_message_that_a_budget_holds_needs_somebody_and_says_so_to_the_next() {
    var attempt = spent("cost 0.70");
    var queued = person.call("follow_up", follow(attempt, "queue", "'prompt': 'say held'"));
    assertThat(queued.path("status").asString()).isEqualTo("queued");
    var before = bench.orchestrator().needsYou().count(100);

    assertThat(unpaid())
        .containsExactly(new Matter.Unpaid("the budget of task #1 is used up: $0.70 of $0.50"));
    var next = follow(attempt, "send", "'prompt': 'say next'");
    assertThat(person.fail("follow_up", next).path("code").asString()).isEqualTo("budget_exceeded");

    var id = queued.path("queue").path("messages").path(0).path("queued_id").asString();
    var sent = follow(attempt, "send", "'queued_id': '%s', 'force': true".formatted(id));
    assertThat(person.call("follow_up", sent).path("status").asString()).isEqualTo("started");
    assertThat(unpaid()).isEmpty();
    bench.awaitEnd(attempt);
    assertThat(bench.orchestrator().needsYou().count(100)).isEqualTo(before);
  }

  @Test
  void what_is_forced_begins_before_a_message_that_waits_for_the_same_money() {
    for (var action : List.of("send", "queue")) {
      var attempt = spent("cost 0.90");
      person.call("follow_up", follow(attempt, "queue", "'prompt': 'say held'"));
      var forced = follow(attempt, action, "'prompt': 'say forced', 'force': true");

      assertThat(person.call("follow_up", forced).path("execution_process_id").isNull()).isFalse();

      var status = bench.awaitEnd(attempt);
      assertThat(status.path("queue_length").asInt()).as(action).isEqualTo(1);
      assertThat(call("list_turns", "{'attempt_id': '%s'}", attempt).path("turns").toString())
          .contains("say forced")
          .doesNotContain("say held");
      person.call(
          "exceed_budget", "{'task_id': '%s'}".formatted(status.path("task_id").asString()));
      bench.awaitEnd(attempt);
    }
  }

  @Test
  void a_task_that_waits_for_another_one_says_so_before_it_speaks_of_money() {
    var task = bench.awaitEnd(spent("cost 0.60")).path("task_id").asString();
    var project = call("get_task", "{'task_id': '%s'}", task).path("project_id").asString();
    var first = call("create_task", "{'project_id': '%s', 'title': 'First'}", project);
    call(
        "update_task",
        "{'task_id': '%s', 'blocked_by': ['%s']}",
        task,
        first.path("task_id").asString());

    var start = "{'task_id': '%s', 'executor': 'FAKE_AGENT'}".formatted(task);

    assertThat(fail("start_task_attempt", start).path("code").asString()).isEqualTo("blocked");
  }

  @Test
  void people_are_told_what_to_type_where_a_budget_is_used_up() {
    var attempt = spent("cost 0.75");

    var refused = person.fail("follow_up", follow(attempt, "send", "'prompt': 'say no'"));

    assertThat(refused.path("hint").asString())
        .startsWith("A person allows one turn by 'baton budget exceed ")
        .contains("adds --force (force true) to 'baton attempt start', 'baton follow-up'")
        .endsWith("; a model asks the user");
  }

  @Test
  void a_message_that_is_queued_by_force_begins_at_once() {
    var attempt = spent("cost 0.80");
    var queue = follow(attempt, "queue", "'prompt': 'say forced', 'force': true");
    assertThat(person.call("follow_up", queue).path("status").asString()).isEqualTo("started");
    bench.awaitEnd(attempt);
  }

  @Test
  void one_turn_more_is_allowed_only_where_a_budget_is_used_up() {
    var task = bench.task(named("cheap shop"), "Cheap");

    var refused = person.fail("exceed_budget", "{'task_id': '%s'}".formatted(task));

    assertThat(refused.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(refused.path("message").asString())
        .isEqualTo("No budget of task #1 'Cheap' is used up, so its turns begin without a permit");
    assertThat(refused.path("hint").asString())
        .isEqualTo(
            "Call start_task_attempt or follow_up; get_task shows its budget, if it has one");
  }
}
