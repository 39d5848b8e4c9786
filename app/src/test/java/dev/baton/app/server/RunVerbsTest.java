package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durable runs, as the command line goes on with them. */
@Tag("slow")
class RunVerbsTest {
  private static final String CARD =
      """
      name: card
      description: add a card and take it away
      durable: true
      arguments:
        - {name: project, description: The project, required: true}
      steps:
        - name: add
          tool: create_task
          guidance: Choose a title.
          args:
            project_id: {from_arg: project}
        - name: remove
          tool: delete_task
          args:
            task_id: {from_step: add, field: task_id}
      """;

  @TempDir private Path directory;

  @BeforeEach
  void addWorkflow() throws IOException {
    var workflows = Files.createDirectories(directory.resolve("data/workflows"));
    Files.writeString(workflows.resolve("card.yaml"), CARD);
  }

  private static Program.Ended workflow(BoardFixture board, String... words) {
    var all = new ArrayList<>(List.of("workflow"));
    all.addAll(List.of(words));
    all.addAll(List.of("--data-dir", board.data().path().toString()));
    return Cli.run(all.toArray(String[]::new));
  }

  @Test
  void a_run_that_hands_off_ends_with_four_until_everything_is_done() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var ran = workflow(board, "run", "card", "project=" + board.project(), "--json");
      assertThat(ran.code()).as(ran.err()).isEqualTo(4);
      var id = Json.parseObject(ran.out()).path("_meta").path("task_id").asString("");

      var status = workflow(board, "status");
      assertThat(status.code()).isZero();
      assertThat(status.out())
          .startsWith("Run %s of card: working\n".formatted(id))
          .contains("  pending    add (create_task)\n", "Cannot proceed with step 'add'");

      var resumed = workflow(board, "resume", id, "--input", "add.title=Hello");
      assertThat(resumed.code()).as(resumed.err()).isEqualTo(4);
      assertThat(resumed.out()).contains("completed  add", "waits for a confirmation");

      var done = workflow(board, "resume", "--input", "remove", "--json");
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(Json.parseObject(done.out()).path("status").asString("")).isEqualTo("completed");
      assertThat(workflow(board, "status", id).out()).contains("of card: completed");
    }
  }

  @Test
  void a_run_is_completed_by_hand_and_a_second_time_is_refused() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      workflow(board, "run", "card", "project=" + board.project());

      var done = workflow(board, "complete", "--result", "by hand", "--json");
      assertThat(done.code()).as(done.err()).isZero();
      var id = Json.parseObject(done.out()).path("task_id").asString("");

      var again = workflow(board, "complete", id, "--result", "by hand", "--json");
      assertThat(again.code()).isEqualTo(1);
      assertThat(Json.parseObject(again.err()).path("code").asString("")).isEqualTo("already_done");
      assertThat(workflow(board, "resume").err())
          .contains(
              "baton: No workflow run is open. Begin one with 'baton workflow run NAME', or give the TASK_ID of one that has ended.");
    }
  }

  @Test
  void which_runs_are_open_is_said_if_there_are_several() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      workflow(board, "run", "card", "project=" + board.project());
      workflow(board, "run", "card", "project=" + board.project());

      for (var command : List.of("status", "resume")) {
        var asked = workflow(board, command);
        assertThat(asked.code()).isEqualTo(1);
        assertThat(asked.err().lines())
            .satisfiesExactly(
                line ->
                    assertThat(line)
                        .isEqualTo(
                            "baton: 2 workflow runs are open; name one: baton workflow %s TASK_ID"
                                .formatted(command)),
                line -> assertThat(line).matches(" {2}[0-9a-f]{8} {2}card {2}\\d+ (s|min) old"),
                line -> assertThat(line).matches(" {2}[0-9a-f]{8} {2}card {2}\\d+ (s|min) old"));
      }
      var listed = workflow(board, "status").err().lines().toList().getLast().strip();
      var id = listed.substring(0, 8);
      assertThat(workflow(board, "status", id).out()).containsPattern("^Run \\S*" + id);

      workflow(board, "complete", id, "--result", "by hand");
      assertThat(workflow(board, "complete", id, "--result", "by hand").err())
          .matches(
              "baton: The run of task \\S+ is completed\\. Call 'baton workflow status TASK_ID' to see it, or begin a new run of card\\.\\s*");
    }
  }

  @Test
  void a_workflow_or_a_project_that_there_is_not_is_told_at_once() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var unknown = workflow(board, "run", "deliver_tsk");
      assertThat(unknown.code()).isEqualTo(1);
      assertThat(unknown.err()).contains("did you mean 'deliver_task'?");

      var nowhere = workflow(board, "run", "triage_failures", "project_id=nope");
      assertThat(nowhere.code()).isEqualTo(1);
      assertThat(nowhere.err()).contains("There is no project 'nope'");
      assertThat(nowhere.out()).isEmpty();
    }
  }

  @Test
  void inputs_that_say_nothing_are_wrong_usage() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      for (var input : List.of("=x", "add=x", ".a=x", "add.=x", "add.n:=many")) {
        var wrong = workflow(board, "resume", "--input", input);
        assertThat(wrong.code()).as(input).isEqualTo(2);
        assertThat(wrong.err()).as(input).contains("write STEP");
      }
    }
  }
}
