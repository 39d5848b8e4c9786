package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import org.junit.jupiter.api.Test;

/** A handoff of a workflow that calls one tool in several steps. */
class NamedStepsTest {
  private final Runs runs = new Runs();

  private static SequentialWorkflow rollout() {
    return Flow.named("rollout", "Roll out")
        .step("first", "deploy", step -> step.arg("region", constant("us")))
        .step("second", "deploy", step -> step.arg("region", constant("eu")))
        .step("check", "check", step -> step.arg("of", fromStep("second")))
        .step("rollback", "rollback", step -> step.arg("id", fromStep("second", "id")))
        .build();
  }

  private static ToyHost host() {
    return new ToyHost()
        .tool("deploy", arguments -> ToolOutcome.failed("no room"))
        .tool("check", "{}")
        .tool(
            "rollback",
            "Rolls back.",
            "{'type': 'object'}",
            "destructive",
            ToolOutcome::structured);
  }

  private static String text(RunOutcome outcome) {
    return Handoff.text(outcome, Narration.standard()).orElseThrow();
  }

  @Test
  void calls_and_placeholders_name_the_step_that_they_mean() {
    assertThat(text(runs.start(rollout(), "{}", host())))
        .isEqualTo(
            "Step 'first' failed: no room. To continue, call deploy with {\"region\": \"us\"} for step 'first'. Then call deploy with {\"region\": \"eu\"} for step 'second'. Then call check with {\"of\": \"<output from deploy of step 'second'>\"}. Then call rollback with {\"id\": \"<field 'id' from deploy of step 'second'>\"}. It may destroy something: ask the user before you call it.");
  }

  @Test
  void they_do_so_also_if_the_other_step_has_completed() {
    var host =
        host()
            .tool(
                "deploy",
                arguments ->
                    arguments.path("region").asString().equals("us")
                        ? ToolOutcome.structured(json("{'id': 1}"))
                        : ToolOutcome.failed("no room"));

    assertThat(text(runs.start(rollout(), "{}", host)))
        .contains("To continue, call deploy with {\"region\": \"eu\"} for step 'second'. Then ")
        .contains("<field 'id' from deploy of step 'second'>");
  }

  @Test
  void of_a_run_that_is_recorded_they_say_how_to_name_it() {
    var outcome = runs.start(rollout(), "{}", host());

    assertThat(Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .contains(
            "call deploy with {\"region\": \"us\"} for step 'first' (\"dev.baton/step\": \"first\").")
        .contains(
            "call deploy with {\"region\": \"eu\"} for step 'second' (\"dev.baton/step\": \"second\").")
        .contains(
            "Where several steps call the same tool, a call names its step with \"dev.baton/step\" in its _meta, and workflow_resume names it in its inputs.");
  }

  @Test
  void a_placeholder_that_is_given_back_as_an_input_stands_for_the_value() {
    var host = host();
    var paused = runs.start(rollout(), "{}", host);
    host.tool("deploy", arguments -> ToolOutcome.structured(json("{'id': 7}")));

    runs.resume(
        paused,
        "{'rollback': {'id': '<field \\u0027id\\u0027 from deploy of step \\u0027second\\u0027>'}}",
        host);

    assertThat(host.called().get(host.called().size() - 1)).isEqualTo("rollback{\"id\":7}");
  }

  @Test
  void a_call_that_the_tool_refused_is_not_proposed_as_it_was() {
    var workflow =
        Flow.named("add", "Add a task")
            .required("project", "Project")
            .step("pages", "pages", step -> {})
            .step(
                "verify",
                "verify",
                step -> step.arg("project", fromArg("project")).arg("in", fromStep("pages")))
            .step("add", "add", step -> step.arg("path", fromStep("verify", "path")))
            .build();
    var host =
        new ToyHost()
            .tool("pages", "{'n': 2}")
            .tool(
                "verify",
                "Verifies.",
                "{'type': 'object'}",
                "readOnly",
                arguments ->
                    arguments.path("project").asString().equals("Nowhere")
                        ? ToolOutcome.refused(
                            "project 'Nowhere' not found", "Take one of the pages")
                        : ToolOutcome.structured(json("{'path': '/p'}")))
            .tool("add", "{}");
    var paused = runs.start(workflow, "{'project': 'Nowhere'}", host);

    var proposal =
        "Step 'verify' failed: project 'Nowhere' not found. Hint: Take one of the pages. To continue, call verify with other arguments, because it would fail again: {\"project\": \"<other than \\\"Nowhere\\\">\", \"in\": {\"n\": 2}}. Then call add with {\"path\": \"<field 'path' from verify>\"}.";
    assertThat(text(paused)).isEqualTo(proposal);
    assertThat(Handoff.text(paused, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .startsWith(proposal)
        .contains(
            "call workflow_resume with {\"task_id\": \"t-1\", \"inputs\": {\"verify\": {\"project\": \"<value for 'project'>\"}}}.");
    assertThat(runs.resume(paused, "{'verify': {'project': 'p'}}", host).isCompleted()).isTrue();
  }

  @Test
  void a_refused_call_of_which_nobody_chose_a_value_is_asked_for_with_all_of_them_changed() {
    var workflow =
        Flow.named("add", "Add")
            .step("add", "add", step -> step.arg("n", constant(3)).arg("to", constant("x")))
            .build();
    var host = new ToyHost().tool("add", arguments -> ToolOutcome.refused("never", ""));

    assertThat(text(runs.start(workflow, "{}", host)))
        .isEqualTo(
            "Step 'add' failed: never. To continue, call add with other arguments, because it would fail again: {\"n\": \"<other than 3>\", \"to\": \"<other than \\\"x\\\">\"}.");
  }

  @Test
  void a_refused_call_about_what_an_earlier_step_made_is_the_same_once_it_is_repaired() {
    var workflow =
        Flow.named("land", "Land")
            .step("start", "start", step -> {})
            .step("merge", "merge", step -> step.arg("attempt_id", fromStep("start", "id")))
            .build();
    var host =
        new ToyHost()
            .tool("start", "{'id': 'a-1'}")
            .tool(
                "merge",
                arguments ->
                    ToolOutcome.refused(
                        "The last turn failed", "Call follow_up, then repeat this"));
    var paused = runs.start(workflow, "{}", host);

    assertThat(text(paused))
        .isEqualTo(
            "Step 'merge' failed: The last turn failed. Hint: Call follow_up, then repeat this. To continue, only once what made it fail is put right, call merge with {\"attempt_id\": \"a-1\"}.");
    assertThat(paused.remaining().get(0).arguments()).isEqualTo(json("{'attempt_id': 'a-1'}"));
    assertThat(Handoff.text(paused, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .contains(
            "go on from here, once what made it fail is put right: call workflow_resume with {\"task_id\": \"t-1\"}.");
  }

  @Test
  void a_repaired_call_that_destroys_is_named_in_the_resume() {
    var workflow =
        Flow.named("land", "Land")
            .step("start", "start", step -> {})
            .step("merge", "merge", step -> step.arg("attempt_id", fromStep("start", "id")))
            .build();
    var host =
        new ToyHost()
            .tool("start", "{'id': 'a-1'}")
            .tool(
                "merge",
                "Merges.",
                "{'type': 'object'}",
                "destructive",
                arguments -> ToolOutcome.refused("Conflicts in a.txt", "Resolve them"));
    var paused = runs.resume(runs.start(workflow, "{}", host), "{'merge': {}}", host);

    assertThat(Handoff.text(paused, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .startsWith(
            "Step 'merge' failed: Conflicts in a.txt. Hint: Resolve them. To continue, only once what made it fail is put right, call merge with {\"attempt_id\": \"a-1\"}.")
        .contains("call workflow_resume with {\"task_id\": \"t-1\", \"inputs\": {\"merge\": {}}}.");
  }

  @Test
  void later_calls_do_not_repeat_a_refused_argument_and_take_the_one_that_took_its_place() {
    var workflow =
        Flow.named("add", "Add a task")
            .required("project", "Project")
            .step("verify", "verify", step -> step.arg("project", fromArg("project")))
            .step("add", "add", step -> step.arg("to", fromArg("project")))
            .build();
    var host =
        new ToyHost()
            .tool(
                "verify",
                arguments ->
                    arguments.path("project").asString().equals("Nowhere")
                        ? ToolOutcome.refused("project 'Nowhere' not found", "")
                        : ToolOutcome.structured(json("{}")))
            .tool("add", ToolOutcome::structured);
    var paused = runs.start(workflow, "{'project': 'Nowhere'}", host);

    assertThat(text(paused))
        .endsWith("Then call add with {\"to\": \"<other than \\\"Nowhere\\\">\"}.");
    var done = runs.resume(paused, "{'verify': {'project': 'Here'}}", host);
    assertThat(done.isCompleted()).isTrue();
    assertThat(done.outputs().get("add")).isEqualTo(json("{'to': 'Here'}"));
  }
}
