package dev.baton.app.workflows;

import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.run.StepCall;
import dev.baton.workflow.internal.run.WorkflowHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The attempts of a project that failed and were the last at their tasks, newest task first.
 *
 * @param pages how many pages of tasks were read
 * @param unread where the tasks go on that were not read; empty if all were
 */
record FailedAttempts(List<String> attempts, int pages, Optional<String> unread) {
  private static final int TASKS_PER_PAGE = 200;

  /** A project with more tasks than this is not read to its end while a client waits. */
  private static final int MOST_PAGES = 50;

  FailedAttempts {
    attempts = List.copyOf(attempts);
  }

  /** The first page is read twice: here to know the steps, and by the run, which shows it. */
  static FailedAttempts read(WorkflowStep list, ObjectNode arguments, WorkflowHost host)
      throws InterruptedException {
    var attempts = new ArrayList<String>();
    var pages = 0;
    var next = Optional.<String>empty();
    do {
      var request = JsonNodeFactory.instance.objectNode().put("limit", TASKS_PER_PAGE);
      request.set("project_id", arguments.path("project_id"));
      next.ifPresent(cursor -> request.put("cursor", cursor));
      var page = host.call(new StepCall(list.name(), "list_tasks", request, Optional.empty()));
      if (page.failure().isPresent()) {
        // why: of the first page the run itself says what is wrong
        return new FailedAttempts(attempts, pages, next);
      }
      pages++;
      page.value().path("tasks").forEach(task -> find(task).ifPresent(attempts::add));
      next = page.value().path("next_cursor").asStringOpt().filter(it -> !it.isEmpty());
    } while (next.isPresent() && pages < MOST_PAGES);
    return new FailedAttempts(attempts, pages, next);
  }

  private static Optional<String> find(JsonNode task) {
    return task.path("last_attempt_failed").asBoolean(false)
        ? task.path("latest_attempt_id").asStringOpt()
        : Optional.empty();
  }

  /** What a reader has to know beyond the attempts that are shown and the first page of tasks. */
  Optional<String> rest(int shown) {
    var sentences = new ArrayList<String>();
    if (attempts.size() > shown) {
      sentences.add(
          "%d attempts failed, and these are the newest %d of them. Run triage_failures again for the others when these have been followed up."
              .formatted(attempts.size(), shown));
    } else if (pages > 1) {
      sentences.add("This is the first of %d pages of tasks that were read.".formatted(pages));
    }
    unread.ifPresent(
        cursor ->
            sentences.add(
                "Older tasks were not looked at: call list_tasks with the cursor '%s' to go on there."
                    .formatted(cursor)));
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }
}
