package dev.baton.workflow.internal.run;

import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.fromVariable;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.reference.StepName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorStrategyTest {
  private static final String ANY = "{'type': 'object'}";

  private final Runs runs = new Runs();

  private static ToyHost failing(int times, String hints) {
    var left = new int[] {times};
    return new ToyHost()
        .tool("fine", "{'ok': true}")
        .tool(
            "flaky",
            "Fails.",
            ANY,
            hints,
            arguments ->
                left[0]-- > 0
                    ? ToolOutcome.failed("not now")
                    : ToolOutcome.structured(json("{'v': 1}")));
  }

  private static List<String> statuses(RunOutcome outcome) {
    var statuses = new ArrayList<String>();
    outcome.state().steps().forEach((name, step) -> statuses.add(name + " " + step.status()));
    return statuses;
  }

  private static SequentialWorkflow three(ErrorStrategy strategy) {
    return Flow.named("three", "Do three things")
        .onError(strategy)
        .step("first", "flaky", step -> {})
        .step("dependent", "fine", step -> step.arg("x", fromStep("first", "v")))
        .step("further", "fine", step -> step.arg("x", fromStep("dependent")))
        .step("independent", "fine", step -> {})
        .build();
  }

  @Test
  void failing_fast_stops_at_the_first_failure() {
    var host = failing(1, "");

    var outcome = runs.start(three(ErrorStrategy.failFast()), "{}", host);

    assertThat(statuses(outcome))
        .containsExactly(
            "first FAILED", "dependent PENDING", "further PENDING", "independent PENDING");
    assertThat(outcome.state().pause())
        .contains(
            new PauseReason.ToolError(
                new StepName("first"), "not now", false, Optional.of("flaky")));
  }

  @Test
  void collecting_errors_runs_what_is_independent_and_says_why_the_rest_was_skipped() {
    var host = failing(1, "");

    var outcome = runs.start(three(ErrorStrategy.collectErrors()), "{}", host);

    assertThat(statuses(outcome))
        .containsExactly(
            "first FAILED", "dependent SKIPPED", "further SKIPPED", "independent COMPLETED");
    assertThat(outcome.state().step(new StepName("dependent")).failure().orElseThrow().message())
        .isEqualTo("it needs the output of step 'first', which failed");
    assertThat(outcome.state().step(new StepName("further")).failure().orElseThrow().message())
        .isEqualTo("it needs the output of step 'dependent', which was skipped");
    assertThat(outcome.state().pause().orElseThrow().type()).isEqualTo("toolError");
  }

  @Test
  void collecting_errors_goes_on_after_a_step_that_cannot_be_resolved() {
    var schema = "{'type': 'object', 'required': ['x']}";
    var host = failing(0, "").tool("strict", "Strict.", schema, "", a -> ToolOutcome.structured(a));
    var workflow =
        Flow.named("unresolved", "Go on")
            .onError(ErrorStrategy.collectErrors())
            .optional("x", ArgumentType.STRING)
            .step("refused", "strict", step -> step.arg("x", fromArg("x")))
            .step("unknown", "strict", step -> step.arg("x", fromVariable("none")))
            .step("dependent", "fine", step -> step.arg("x", fromStep("refused")))
            .step("independent", "fine", step -> {})
            .build();

    var outcome = runs.start(workflow, "{}", host);

    assertThat(statuses(outcome))
        .containsExactly(
            "refused PENDING", "unknown PENDING", "dependent SKIPPED", "independent COMPLETED");
    assertThat(outcome.state().pause().orElseThrow().opening())
        .startsWith("Cannot proceed with step 'refused'");
  }

  @Test
  void what_was_skipped_runs_in_a_resume_and_nothing_that_completed_is_repeated() {
    var host = failing(1, "");
    var before = runs.start(three(ErrorStrategy.collectErrors()), "{}", host);
    host.calls().clear();

    var after = runs.resume(before, "{}", host);

    assertThat(after.isCompleted()).isTrue();
    assertThat(host.called())
        .containsExactly("flaky{}", "fine{\"x\":1}", "fine{\"x\":{\"ok\":true}}");
  }

  @Test
  void a_dependent_step_runs_if_its_value_is_supplied() {
    var host = failing(2, "");
    var before = runs.start(three(ErrorStrategy.collectErrors()), "{}", host);

    var after = runs.resume(before, "{'dependent': {'x': 7}}", host);

    assertThat(statuses(after))
        .containsExactly(
            "first FAILED", "dependent COMPLETED", "further COMPLETED", "independent COMPLETED");
    assertThat(host.called()).contains("fine{\"x\":7}");
  }

  @Test
  void a_step_that_waits_for_a_confirmation_stops_even_a_run_that_collects_errors() {
    var host =
        failing(0, "").tool("drop", "Drops.", ANY, "destructive", a -> ToolOutcome.failed("never"));
    var workflow =
        Flow.named("drop", "Drop")
            .onError(ErrorStrategy.collectErrors())
            .step("drop", "drop", step -> {})
            .step("next", "fine", step -> {})
            .build();

    assertThat(statuses(runs.start(workflow, "{}", host)))
        .containsExactly("drop PENDING", "next PENDING");
  }

  @Test
  void a_retry_waits_twice_as_long_each_time() {
    var host = failing(3, "idempotent");

    var outcome = runs.start(three(ErrorStrategy.retry(4, Duration.ofMillis(100))), "{}", host);

    assertThat(outcome.isCompleted()).isTrue();
    assertThat(runs.sleeps)
        .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
    assertThat(host.called().subList(0, 4)).containsOnly("flaky{}");
  }

  @Test
  void a_retry_ends_with_the_last_try() {
    var host = failing(9, "readOnly");

    var outcome = runs.start(three(ErrorStrategy.retry(3, Duration.ZERO)), "{}", host);

    assertThat(host.calls()).hasSize(3);
    assertThat(outcome.state().pause())
        .contains(
            new PauseReason.ToolError(
                new StepName("first"), "not now", true, Optional.of("flaky")));
  }

  @Test
  void only_what_is_harmless_is_tried_again() {
    var host = failing(1, "");
    var marked =
        Flow.named("one", "Do one thing")
            .onError(ErrorStrategy.retry(2, Duration.ZERO))
            .step("first", "flaky", step -> step.retryable())
            .build();

    runs.start(three(ErrorStrategy.retry(5, Duration.ZERO)), "{}", host);
    assertThat(host.calls()).hasSize(1);

    var other = failing(1, "");
    assertThat(runs.start(marked, "{}", other).isCompleted()).isTrue();
    assertThat(other.calls()).hasSize(2);
  }

  @Test
  void nothing_is_tried_again_if_no_time_is_left() {
    var host = failing(9, "readOnly");

    var outcome =
        runs.start(
            three(ErrorStrategy.retry(9, Duration.ofSeconds(4))),
            "{}",
            RunEnvironment.of(host).withTimeBudget(Duration.ofSeconds(10)));

    assertThat(runs.sleeps).containsExactly(Duration.ofSeconds(4));
    assertThat(outcome.state().pause().orElseThrow().type()).isEqualTo("toolError");
  }

  @Test
  void what_the_tool_says_about_a_second_try_is_told() {
    var host = new ToyHost().tool("busy", arguments -> ToolOutcome.failedForNow("busy"));
    var workflow = Flow.named("one", "Do one thing").step("a", "busy", step -> {}).build();

    assertThat(runs.start(workflow, "{}", host).state().pause().orElseThrow().toJson())
        .isEqualTo(
            json(
                "{'type': 'toolError', 'failedStep': 'a', 'error': 'busy', 'retryable': true, 'suggestedTool': 'busy'}"));
  }
}
