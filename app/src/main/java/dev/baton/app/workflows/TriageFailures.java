package dev.baton.app.workflows;

import dev.baton.mcp.workflow.Unfolding;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.run.StepCall;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.RunView;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Repeats the steps of {@code triage_failures} for every attempt that failed. */
final class TriageFailures implements Unfolding {
  /** More would not fit into an answer that a model reads to its end. */
  private static final int MOST = 10;

  private static final ArgName ATTEMPT = new ArgName("attempt_id");
  private static final ArgName PROMPT = new ArgName("prompt");

  private static final String ATTEMPTS = "attempts";
  private static final String REST = "rest";

  /** What has failed now. */
  @Override
  public JsonNode find(SequentialWorkflow outline, ObjectNode arguments, WorkflowHost host)
      throws InterruptedException {
    var failures = FailedAttempts.read(outline.steps().get(0), arguments, host);
    var found = JsonNodeFactory.instance.objectNode();
    var attempts = found.putArray(ATTEMPTS);
    failures.attempts().stream().limit(MOST).forEach(attempts::add);
    failures.rest(attempts.size()).ifPresent(words -> found.put(REST, words));
    return found;
  }

  /**
   * The workflow for what has failed.
   *
   * @param outline lists tasks in its first step, reads an error in the second and follows up in
   *     the third
   */
  @Override
  public SequentialWorkflow unfold(SequentialWorkflow outline, JsonNode found) {
    var attempts = found.path(ATTEMPTS).valueStream().map(JsonNode::asString).toList();
    var steps = new ArrayList<WorkflowStep>();
    steps.add(outline.steps().get(0));
    found.path(REST).asStringOpt().map(TriageFailures::note).ifPresent(steps::add);
    for (int i = 0; i < attempts.size(); i++) {
      steps.add(about(attempts.get(i), i, outline.steps().get(1), Map.of()));
    }
    for (int i = 0; i < attempts.size(); i++) {
      var error = bindingOf(outline.steps().get(1), i);
      steps.add(
          about(
              attempts.get(i),
              i,
              outline.steps().get(2),
              Map.of(PROMPT, new DataSource.Computed(run -> proposal(run, error)))));
    }
    return outline.withSteps(steps);
  }

  /** A step that only says something. */
  private static WorkflowStep note(String words) {
    return new WorkflowStep(
        new StepName(REST),
        Optional.empty(),
        Map.of(),
        new BindingName(REST),
        Optional.of(new TextTemplate(words)),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        List.of());
  }

  private static WorkflowStep about(
      String attempt, int index, WorkflowStep pattern, Map<ArgName, DataSource> others) {
    var arguments = new LinkedHashMap<>(pattern.arguments());
    arguments.put(ATTEMPT, new DataSource.Constant(JsonNodeFactory.instance.stringNode(attempt)));
    arguments.putAll(others);
    return new WorkflowStep(
        new StepName(bindingOf(pattern, index)),
        pattern.tool(),
        arguments,
        new BindingName(bindingOf(pattern, index)),
        pattern.guidance(),
        pattern.resources(),
        pattern.outputTransform(),
        pattern.timeout(),
        pattern.retryable(),
        pattern.autoRun(),
        pattern.requirements());
  }

  private static String bindingOf(WorkflowStep pattern, int index) {
    return "%s_%d".formatted(pattern.name(), index + 1);
  }

  private static String proposal(RunView run, String error) {
    var summary =
        run.output(error)
            .map((JsonNode status) -> status.path("failure_summary").asString(""))
            .filter(text -> !text.isBlank())
            .orElse("it does not say why");
    return "Your last turn failed: %s%nFind the cause, fix it, and finish the task."
        .formatted(summary.strip());
  }

  /**
   * The attempts of a project that failed and were the last at their tasks, newest task first.
   *
   * @param pages how many pages of tasks were read
   * @param unread where the tasks go on that were not read; empty if all were
   */
  private record FailedAttempts(List<String> attempts, int pages, Optional<String> unread) {
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
      if (pages == 0) {
        sentences.add(
            "What failed could not be listed when this run began, so it looks at nothing. Run triage_failures again with the right project.");
      } else if (attempts.size() > shown) {
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
}
