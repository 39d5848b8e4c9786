package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows and their runs, over real HTTP. */
class WorkflowPageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CARD =
      """
      name: card
      title: Add a <b>card</b>
      description: add a card and take it away
      durable: true
      arguments:
        - {name: project_id, description: The project, required: true}
        - {name: colour, description: Which one, required: false, values: [red, green]}
      steps:
        - name: add
          tool: create_task
          guidance: Choose a title. Call this in a resume by naming it in its inputs.
          args:
            project_id: {from_arg: project_id}
        - name: remove
          tool: delete_task
          args:
            task_id: {from_step: add, field: task_id}
      """;

  private static final String LOOK =
      """
      name: look
      description: look at the cards and take one away
      arguments:
        - {name: project_id, description: The project, required: true}
      steps:
        - name: cards
          tool: list_tasks
          args:
            project_id: {from_arg: project_id}
        - name: remove
          tool: delete_task
          args:
            task_id: {from_step: cards, field: tasks.0.task_id}
      """;

  @TempDir private Path directory;
  private BoardFixture board;
  private PageVisitor visitor;

  @BeforeEach
  void open() throws Exception {
    var workflows = Files.createDirectories(directory.resolve("data/workflows"));
    Files.writeString(workflows.resolve("card.yaml"), CARD);
    Files.writeString(workflows.resolve("look.yaml"), LOOK);
    board = BoardFixture.in(directory);
    visitor = new PageVisitor(board);
  }

  @AfterEach
  void close() throws Exception {
    visitor.close();
    board.close();
  }

  /** Begins a run and returns its address. */
  private String run(String workflow, Map<String, String> fields) throws Exception {
    var form = "/workflows/" + workflow;
    var begun = visitor.post(form, form, fields);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(303);
    return begun.headers().firstValue("Location").orElseThrow();
  }

  private void awaitText(String address, String text) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(visitor.read(address)).contains(text));
  }

  @Test
  void the_list_describes_each_and_its_form_has_its_arguments() throws Exception {
    assertThat(visitor.read("/workflows"))
        .contains("Deliver a task", "add a card and take it away", "/workflows/card")
        .contains("Add a &lt;b&gt;card&lt;/b&gt;")
        .doesNotContain("<b>card</b>", "Open runs");
    assertThat(visitor.read("/workflows/card"))
        .contains("name=\"project_id\"", "<option value=\"%s\">test".formatted(board.project()))
        .contains("name=\"colour\"", "Which one", "<option value=\"red\">");
    assertThat(visitor.get("/workflows/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void a_run_that_hands_off_is_resumed_with_what_was_left_to_choose_to_its_end() throws Exception {
    var run = run("card", Map.of("project_id", board.project()));
    awaitText(run, "Paused");
    assertThat(visitor.read(run))
        .contains("Cannot proceed with step", "Choose a title.", "name=\"input.add.title\"")
        .contains("name=\"run.remove\"", "<span class=\"faint\">unless this step is passed over")
        .doesNotContain("by naming", ">optional<");
    assertThat(visitor.read("/workflows"))
        .contains("Open runs", "0 of 2 steps done", "href=\"%s\"".formatted(run));

    var resumed = visitor.post(run, run + "/resume", Map.of("input.add.title", "<i>Hello</i>"));
    assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(303);
    awaitText(run, "waits for a confirmation");
    assertThat(visitor.read(run)).doesNotContain("<i>Hello</i>");

    visitor.post(run, run + "/resume", Map.of("run.remove", "1"));
    awaitText(run, "<b>Completed</b>");
    assertThat(visitor.read(run)).doesNotContain("/resume", "/cancel");
    assertThat(visitor.read("/workflows")).doesNotContain("Open runs");
  }

  @Test
  void a_workflow_that_is_not_durable_runs_from_its_form_to_its_end() throws Exception {
    board.attempt("A card", "say hello");

    var run = run("look", Map.of("project_id", board.project()));

    awaitText(run, "Handed over");
    assertThat(visitor.read(run))
        .contains("List tasks", "completed", "A card")
        .doesNotContain(">list_tasks<", "_task_id");
  }

  @Test
  void the_triage_of_failures_goes_on_from_its_page() throws Exception {
    var attempt = board.attempt("It is broken", "exit 3");
    var run = run("triage_failures", Map.of("project_id", board.project()));
    awaitText(run, "Paused");
    assertThat(visitor.read(run))
        .contains("exit code 3", "name=\"run.follow_up_1\"", "/complete", "/cancel")
        .containsPattern("About <a [^>]*\\?attempt=%s\">#\\d+ It is broken<".formatted(attempt));

    var resumed = visitor.post(run, run + "/resume", Map.of("run.follow_up_1", "1"));

    assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(303);
    awaitText(run, "<b>Completed</b>");
    assertThat(visitor.read("/workflows")).doesNotContain("Open runs");
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              var turns =
                  board.client().call("list_turns", Json.object().put("attempt_id", attempt));
              return turns
                      .path("turns")
                      .valueStream()
                      .noneMatch(turn -> turn.path("ended_at").isNull())
                  && turns.path("count").asInt() == 2;
            });
  }

  @Test
  void a_proposed_follow_up_can_be_left_out_or_changed() throws Exception {
    var first = board.attempt("The first is broken", "exit 3");
    var second = board.attempt("The second is broken", "exit 4");
    var run = run("triage_failures", Map.of("project_id", board.project()));
    awaitText(run, "Paused");

    var nothing = visitor.post(run, run + "/resume", Map.of());
    assertThat(nothing.statusCode()).isEqualTo(422);
    assertThat(nothing.body())
        .contains("Follow up 1 waits for you: let it run, or leave it out.", "exit code 3");
    var later = visitor.post(run, run + "/resume", Map.of("run.follow_up_2", "1"));
    assertThat(later.statusCode()).isEqualTo(422);
    assertThat(later.body())
        .contains("Follow up 1 waits for you", "name=\"run.follow_up_2\" value=\"1\" checked");
    var changedOnly =
        visitor.post(run, run + "/resume", Map.of("input.follow_up_1.prompt", "Do less"));
    assertThat(changedOnly.body()).contains("Follow up 1 waits for you", "\nDo less</textarea>");
    assertThat(turns(second)).isEqualTo(1);

    var resumed =
        visitor.post(
            run,
            run + "/resume",
            Map.of(
                "run.follow_up_1",
                "out",
                "run.follow_up_2",
                "1",
                "input.follow_up_2.prompt",
                "say As a person wants it"));
    assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(303);
    awaitText(run, "<b>Completed</b>");

    // why: the newest failure is the first
    assertThat(turns(second)).isEqualTo(1);
    board.awaitEnd(first);
    assertThat(
            board
                .client()
                .call("tail_session_messages", Json.object().put("attempt_id", first))
                .toString())
        .contains("As a person wants it");
  }

  private int turns(String attempt) throws Exception {
    return board
        .client()
        .call("list_turns", Json.object().put("attempt_id", attempt))
        .path("count")
        .asInt();
  }

  @Test
  void a_run_is_completed_or_cancelled_by_hand() throws Exception {
    var run = run("card", Map.of("project_id", board.project()));
    awaitText(run, "Paused");
    visitor.post(run, run + "/complete", Map.of("result", "Done by <u>hand</u>"));
    assertThat(visitor.read(run)).contains("<b>Completed</b>", "Done by &lt;u&gt;hand&lt;/u&gt;");

    var other = run("card", Map.of("project_id", board.project()));
    awaitText(other, "Paused");
    visitor.post(other, other + "/cancel", Map.of());
    assertThat(visitor.read(other)).contains("<b>Cancelled</b>");

    var late = visitor.post("/workflows/card", other + "/resume", Map.of());
    assertThat(late.statusCode()).isEqualTo(422);
    assertThat(late.body()).contains("is cancelled");
  }

  @Test
  void what_was_typed_for_a_run_that_has_ended_meanwhile_is_given_back() throws Exception {
    var run = run("card", Map.of("project_id", board.project()));
    awaitText(run, "Paused");
    visitor.post(run, run + "/complete", Map.of("result", "Done elsewhere"));

    var resumed =
        visitor.post(
            "/workflows/card", run + "/resume", Map.of("input.add.title", "A <long> title"));
    assertThat(resumed.statusCode()).isEqualTo(422);
    assertThat(resumed.body())
        .contains(
            "is completed. Load the page again",
            "Your text is kept: copy it",
            "\nA &lt;long&gt; title</textarea>");

    var completed =
        visitor.post("/workflows/card", run + "/complete", Map.of("result", "Done here"));
    assertThat(completed.statusCode()).isEqualTo(422);
    assertThat(completed.body())
        .contains(
            "is completed. Load the page again",
            "Your text is kept: copy it",
            "\nDone here</textarea>");
  }

  @Test
  void what_a_step_did_not_take_is_given_back() throws Exception {
    var run = run("card", Map.of("project_id", board.project()));
    awaitText(run, "Paused");
    var title = "long ".repeat(120) + "title";

    var resumed =
        visitor.post(run, run + "/resume", Map.of("input.add.title", title, "run.remove", "1"));

    assertThat(resumed.statusCode()).isEqualTo(422);
    assertThat(resumed.body())
        .contains("role=\"alert\"", "Change it, then resume", "but at most 500 are allowed")
        .contains("name=\"input.add.title\" value=\"%s\"".formatted(title))
        .contains("name=\"run.remove\" value=\"1\" checked");
  }

  @Test
  void what_was_typed_for_a_run_that_is_not_there_is_given_back() throws Exception {
    var gone = "/workflows/runs/" + UUID.randomUUID();

    var resumed =
        visitor.post("/workflows/card", gone + "/resume", Map.of("input.add.title", "Kept"));

    assertThat(resumed.statusCode()).isEqualTo(404);
    assertThat(resumed.body()).contains("Your text is kept: copy it", "\nKept</textarea>");
  }

  @Test
  void what_is_wrong_with_the_arguments_stands_in_the_form_with_what_was_typed() throws Exception {
    var refused = visitor.post("/workflows/card", "/workflows/card", Map.of("colour", "mauve"));

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("role=\"alert\"", "Project is missing: fill it in.")
        .doesNotContain("Invalid arguments", "run_card");
  }

  @Test
  void the_list_has_all_workflows_however_many_there_are() throws Exception {
    visitor.close();
    board.close();
    var place = directory.resolve("many");
    var workflows = Files.createDirectories(place.resolve("data/workflows"));
    for (var number = 0; number < 120; number++) {
      Files.writeString(
          workflows.resolve("card_%d.yaml".formatted(number)),
          CARD.replace("name: card\n", "name: card_%d\n".formatted(number)));
    }
    board = BoardFixture.in(place);
    visitor = new PageVisitor(board);

    var list = visitor.read("/workflows");

    for (var number = 0; number < 120; number++) {
      assertThat(list).contains("/workflows/card_%d\"".formatted(number));
    }
  }
}
