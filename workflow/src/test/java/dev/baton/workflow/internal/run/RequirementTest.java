package dev.baton.workflow.internal.run;

import static dev.baton.workflow.WorkflowDsl.output;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.internal.narrative.Handoff;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.narrative.RunReport;
import dev.baton.workflow.internal.narrative.SkillText;
import dev.baton.workflow.internal.narrative.Trace;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Steps that require something of what came before. */
class RequirementTest {
  private static final Requirement COMPLETED = output("status", "state").isEqualTo("completed");

  private final Runs runs = new Runs();
  private String status = "{'state': 'failed', 'count': 3}";

  private static SequentialWorkflow land(Requirement... requirements) {
    return Flow.named("land", "Land it")
        .step("start", "start", step -> {})
        .step("status", "look", step -> step.arg("id", fromStep("start", "id")))
        .step(
            "merge", "merge", step -> step.arg("id", fromStep("start", "id")).require(requirements))
        .step("tell", "tell", step -> {})
        .build();
  }

  private ToyHost host() {
    return new ToyHost()
        .tool("start", "{'id': 7}")
        .tool(
            "look",
            "Looks.",
            "{'type': 'object'}",
            "readOnly",
            arguments -> ToolOutcome.structured(json(status)))
        .tool("merge", "{'commit': 'c'}")
        .tool("tell", "{}");
  }

  private static String handoff(RunOutcome outcome) {
    return Handoff.text(outcome, Narration.standard()).orElseThrow();
  }

  @Test
  void a_run_pauses_before_a_step_whose_requirement_does_not_hold() {
    var host = host();

    var outcome = runs.start(land(COMPLETED), "{}", host);

    assertThat(host.called()).containsExactly("start{}", "look{\"id\":7}");
    assertThat(outcome.status()).isEqualTo("paused");
    assertThat(outcome.state().pause().orElseThrow().toJson())
        .isEqualTo(
            json(
                """
                {'type': 'requirementNotMet', 'blockedStep': 'merge',
                 'from_step': 'status', 'field': 'state',
                 'wanted': {'equals': 'completed'}, 'found': 'failed',
                 'requirements': [{'from_step': 'status', 'field': 'state',
                   'wanted': {'equals': 'completed'}, 'found': 'failed'}],
                 'suggestedTool': 'look'}
                """));
    assertThat(handoff(outcome))
        .startsWith(
            "Cannot proceed with step 'merge': it requires that 'status.state' is \"completed\","
                + " but it is \"failed\". To continue, only once 'status.state' is \"completed\","
                + " call merge with {\"id\": 7}. Then call tell with {}.");
  }

  @Test
  void a_step_whose_requirement_holds_runs() {
    status = "{'state': 'completed'}";

    var outcome = runs.start(land(COMPLETED), "{}", host());

    assertThat(outcome.isCompleted()).isTrue();
    assertThat(outcome.remaining()).isEmpty();
  }

  @Test
  void a_step_is_skipped_if_the_workflow_says_so_and_the_run_goes_on() {
    var host = host();
    var variables = new Runs.Variables();
    var workflow = land(COMPLETED.otherwiseSkip());

    var outcome = runs.start(workflow, "{}", RunEnvironment.of(host).withRecorder(variables));

    assertThat(host.called()).containsExactly("start{}", "look{\"id\":7}", "tell{}");
    assertThat(outcome.isCompleted()).isTrue();
    assertThat(outcome.outputs()).doesNotContainKey("merge");
    assertThat(Trace.of(outcome, host, Narration.standard()).messages().toString())
        .contains(
            "Skipping step 'merge': it requires that 'status.state' is \"completed\", but it is \"failed\".");
    assertThat(RunReport.of(outcome, Narration.standard()).path("steps").path(2).toString())
        .contains("\"status\":\"skipped\"", "\"reason\":\"it requires that 'status.state'");
    assertThat(String.valueOf(variables.kept.get("_workflow.result.merge")))
        .contains("skipped", "it requires that 'status.state'");
    assertThat(variables.progress().path("steps").path(2).path("status").asString(""))
        .isEqualTo("skipped");
    assertThat(variables.read(workflow, outcome.state().arguments()).isDone()).isTrue();
  }

  @Test
  void what_needs_the_output_of_a_skipped_step_is_skipped_too() {
    var host = host();
    var workflow =
        Flow.named("land", "Land it")
            .step("status", "look", step -> {})
            .step("merge", "merge", step -> step.require(COMPLETED.otherwiseSkip()))
            .step("tell", "tell", step -> step.arg("what", fromStep("merge", "commit")))
            .build();

    var outcome = runs.start(workflow, "{}", host);

    assertThat(outcome.isCompleted()).isTrue();
    assertThat(outcome.state().step(new StepName("tell")).whyLeftOut())
        .contains("it needs the output of step 'merge', which was skipped");
  }

  @Test
  void a_resume_reads_again_what_only_reads_and_checks_again() {
    var host = host();
    var workflow = land(COMPLETED);
    var variables = new Runs.Variables();
    var environment = RunEnvironment.of(host).withRecorder(variables);
    runs.start(workflow, "{}", environment);
    var paused = variables.read(workflow, json("{}"));

    var again = runs.runner.run(workflow, paused, RunInputs.none(), environment);
    assertThat(again.state().pause()).get().isInstanceOf(PauseReason.RequirementNotMet.class);
    assertThat(host.called()).containsExactly("start{}", "look{\"id\":7}", "look{\"id\":7}");

    status = "{'state': 'completed'}";
    var done = runs.resume(again, "{}", environment);
    assertThat(done.isCompleted()).isTrue();
    assertThat(host.called()).filteredOn("merge{\"id\":7}"::equals).hasSize(1);
    assertThat(variables.kept.get("_workflow.result.status")).isEqualTo(json(status));
  }

  @Test
  void who_names_the_step_does_not_get_round_what_it_requires() {
    var host = host();
    var paused = runs.start(land(COMPLETED), "{}", host);

    var named = runs.resume(paused, "{'merge': {'id': 7}}", host);

    assertThat(named.state().pause()).get().isInstanceOf(PauseReason.RequirementNotMet.class);
    assertThat(host.called()).noneMatch(call -> call.startsWith("merge"));
  }

  @Test
  void a_step_that_changes_something_is_not_repeated_to_look_again() {
    var host = host().tool("look", "{'state': 'failed'}");
    var paused = runs.start(land(COMPLETED), "{}", host);

    runs.resume(paused, "{}", host);

    assertThat(host.called()).containsExactly("start{}", "look{\"id\":7}");
  }

  @Test
  void nothing_holds_of_a_step_that_failed() {
    var host = host().tool("look", arguments -> ToolOutcome.failed("gone"));
    var workflow =
        Flow.named("land", "Land it")
            .onError(ErrorStrategy.collectErrors())
            .step("status", "look", step -> {})
            .step(
                "merge",
                "merge",
                step -> step.require(output("status", "state").isNotEqualTo("failed")))
            .step(
                "clean",
                "merge",
                step -> step.require(output("status", "error").doesNotExist().otherwiseSkip()))
            .build();

    var outcome = runs.start(workflow, "{}", host);

    assertThat(host.called()).containsExactly("look{}");
    assertThat(outcome.isCompleted()).isFalse();
    assertThat(handoff(outcome))
        .contains("Step 'merge' was skipped: it needs the output of step 'status', which failed.");
  }

  @Test
  void a_paused_run_is_read_back_with_what_was_wanted_and_found() {
    var pause = runs.start(land(COMPLETED), "{}", host()).state().pause().orElseThrow();

    assertThat(PauseReason.read(pause.toJson())).contains(pause);
    var missing =
        runs.start(land(output("status", "commit").exists()), "{}", host()).state().pause();
    assertThat(missing.orElseThrow().opening())
        .endsWith("it requires that 'status.commit' is there, but it is not there.");
    assertThat(PauseReason.read(missing.get().toJson())).isEqualTo(missing);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'a': 'x'} | EQUALS     | 'x'          | true",
        "{'a': 'x'} | NOT_EQUALS | 'x'          | false",
        "{'a': 'y'} | NOT_EQUALS | 'x'          | true",
        "{}         | NOT_EQUALS | 'x'          | false",
        "{'a': 3}   | EQUALS     | 3.0          | true",
        "{'a': 3}   | IN         | [1, 2, 3]    | true",
        "{'a': 4}   | IN         | [1, 2, 3]    | false",
        "{'a': null}| EXISTS     | true         | false",
        "{'a': null}| EXISTS     | false        | true",
        "{'a': 1}   | EXISTS     | true         | true",
        "{}         | EXISTS     | false        | true",
        "{'a': [1]} | EQUALS     | [1]          | true",
      })
  void values_are_compared_as_json(
      String output, Requirement.Condition condition, String wanted, boolean holds) {
    status = output;
    var source = output("status", "a").stepOutput();
    var requirement =
        new Requirement(
            source, condition, JsonMapper.shared().readTree(wanted.replace('\'', '"')), false);

    assertThat(runs.start(land(requirement), "{}", host()).isCompleted()).isEqualTo(holds);
  }

  @Test
  void a_wanted_text_is_a_template() {
    status = "{'region': 'eu'}";
    var workflow =
        Flow.named("land", "Land it")
            .required("region", "Where")
            .step("status", "look", step -> {})
            .step(
                "merge",
                "merge",
                step -> step.require(output("status", "region").isEqualTo("{region}")))
            .build();

    assertThat(runs.start(workflow, "{'region': 'eu'}", host()).isCompleted()).isTrue();
    assertThat(handoff(runs.start(workflow, "{'region': 'us'}", host())))
        .contains("'status.region' is \"us\", but it is \"eu\"");
  }

  @Test
  void calls_that_remain_say_what_they_wait_for() {
    var host = host().tool("start", arguments -> ToolOutcome.failed("no room"));

    var outcome = runs.start(land(COMPLETED), "{}", host);

    assertThat(handoff(outcome))
        .contains("Then, only once 'status.state' is \"completed\", call merge with");
    assertThat(outcome.remaining().get(2).requirements())
        .containsExactly("'status.state' is \"completed\"");
  }

  @Test
  void a_skill_tells_what_a_step_requires() {
    assertThat(SkillText.of(land(COMPLETED), tool -> Optional.<ToolFacts>empty()))
        .contains(
            "Keep its result as `status`.",
            "Only if the field `state` of `status` is `\"completed\"`; otherwise stop and say so.");
    assertThat(
            SkillText.of(
                land(output("status").exists().otherwiseSkip()),
                tool -> Optional.<ToolFacts>empty()))
        .contains("Only if all of `status` is there; otherwise skip this step.");
    assertThat(List.of(COMPLETED)).noneMatch(Requirement::skips);
  }
}
