package dev.baton.app.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.run.StepCall;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.prompt.ResourceSnapshot;
import dev.baton.workflow.reference.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TriageFailuresTest {
  /** A board whose every page has one task that failed, up to a number of them. */
  private static final class Board implements WorkflowHost {
    private final int pages;
    private final int failuresPerPage;
    private final List<String> cursors = new ArrayList<>();
    private Optional<Integer> broken = Optional.empty();

    Board(int pages, int failuresPerPage) {
      this.pages = pages;
      this.failuresPerPage = failuresPerPage;
    }

    @Override
    public ToolOutcome call(StepCall call) {
      var cursor = call.arguments().path("cursor").asString("0");
      cursors.add(cursor);
      var page = Integer.parseInt(cursor);
      if (broken.equals(Optional.of(page))) {
        return ToolOutcome.failed("the store is away");
      }
      var json = Json.object();
      var tasks = json.putArray("tasks");
      tasks.addObject().put("last_attempt_failed", false).put("latest_attempt_id", "fine");
      for (var i = 0; i < failuresPerPage; i++) {
        tasks
            .addObject()
            .put("last_attempt_failed", true)
            .put("latest_attempt_id", "failed-%d-%d".formatted(page, i));
      }
      if (page + 1 < pages) {
        json.put("next_cursor", String.valueOf(page + 1));
      }
      return ToolOutcome.structured(json);
    }

    @Override
    public Optional<ToolFacts> findTool(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<List<ResourceSnapshot>> read(String uri) {
      return Optional.empty();
    }
  }

  private static List<WorkflowStep> unfolded(Board board) throws Exception {
    var triage = new TriageFailures();
    var outline = BuiltInWorkflows.load("triage_failures");
    var found = triage.find(outline, Json.object().put("project_id", "p"), board);
    return triage.unfold(outline, found).steps();
  }

  private static List<String> names(List<WorkflowStep> steps) {
    return steps.stream().map(step -> step.name().value()).toList();
  }

  private static String rest(List<WorkflowStep> steps) {
    return steps.get(1).guidance().map(TextTemplate::source).orElse("");
  }

  @Test
  void failures_on_every_page_of_tasks_are_triaged() throws Exception {
    var board = new Board(3, 1);

    var steps = unfolded(board);

    assertThat(board.cursors).containsExactly("0", "1", "2");
    assertThat(names(steps))
        .containsExactly(
            "tasks",
            "rest",
            "error_1",
            "error_2",
            "error_3",
            "follow_up_1",
            "follow_up_2",
            "follow_up_3");
    assertThat(rest(steps)).isEqualTo("This is the first of 3 pages of tasks that were read.");
  }

  @Test
  void one_page_without_more_failures_than_shown_needs_no_words() throws Exception {
    assertThat(names(unfolded(new Board(1, 1)))).containsExactly("tasks", "error_1", "follow_up_1");
  }

  @Test
  void more_failures_than_a_model_reads_are_counted() throws Exception {
    var steps = unfolded(new Board(2, 6));

    assertThat(names(steps)).hasSize(22).contains("error_10").doesNotContain("error_11");
    assertThat(rest(steps))
        .isEqualTo(
            "12 attempts failed, and these are the newest 10 of them."
                + " Run triage_failures again for the others when these have been followed up.");
  }

  @Test
  void tasks_that_were_not_read_are_told() throws Exception {
    var endless = new Board(1_000, 0);
    assertThat(rest(unfolded(endless)))
        .isEqualTo(
            "This is the first of 50 pages of tasks that were read."
                + " Older tasks were not looked at: call list_tasks with the cursor '50' to go on there.");
    assertThat(endless.cursors).hasSize(50);

    var breaking = new Board(3, 1);
    breaking.broken = Optional.of(1);
    assertThat(rest(unfolded(breaking)))
        .isEqualTo(
            "Older tasks were not looked at: call list_tasks with the cursor '1' to go on there.");
  }
}
