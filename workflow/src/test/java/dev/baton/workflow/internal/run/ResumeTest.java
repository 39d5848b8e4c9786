package dev.baton.workflow.internal.run;

import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.narrative.Handoff;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.record.InvalidArgumentsException;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunRecorder;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.reference.StepName;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class ResumeTest {
  private static final String TITLE_REQUIRED =
      "{'type': 'object', 'properties': {'title': {'type': 'string'}}, 'required': ['title']}";

  private final Runs runs = new Runs();

  private static SequentialWorkflow pages() {
    return Flow.named("pages", "Make a page")
        .required("project", "Project")
        .step("find", "find", step -> step.arg("name", fromArg("project")))
        .step(
            "page",
            "page",
            step ->
                step.guidance("Choose a title")
                    .arg("parent", fromStep("find", "id"))
                    .arg("colour", constant("red")))
        .step("announce", "announce", step -> step.arg("url", fromStep("page", "url")))
        .build();
  }

  private static ToyHost host() {
    return new ToyHost()
        .tool("find", "{'id': 5}")
        .tool(
            "page",
            "Makes a page.",
            TITLE_REQUIRED,
            "",
            arguments -> ToolOutcome.structured(json("{'url': 'http://x'}")))
        .tool("announce", "{}");
  }

  @Test
  void what_a_model_supplies_goes_over_what_the_workflow_maps() {
    var host = host();
    var before = runs.start(pages(), "{'project': 'p'}", host);

    var after = runs.resume(before, "{'page': {'title': 'T', 'colour': 'blue'}}", host);

    assertThat(after.isCompleted()).isTrue();
    assertThat(host.called())
        .containsExactly(
            "find{\"name\":\"p\"}",
            "page{\"parent\":5,\"colour\":\"blue\",\"title\":\"T\"}",
            "announce{\"url\":\"http://x\"}");
  }

  @Test
  void a_run_goes_on_from_its_variables_alone() {
    var host = host();
    var variables = new Runs.Variables();
    var environment = RunEnvironment.of(host).withRecorder(variables);
    var before = runs.start(pages(), "{'project': 'p'}", environment);

    var state = variables.read(pages(), before.state().arguments());
    assertThat(state).isEqualTo(before.state());
    var after =
        runs.runner.run(
            pages(), state, RunInputs.read(pages(), json("{'page': {'title': 'T'}}")), environment);

    assertThat(after.isCompleted()).isTrue();
    assertThat(host.calls()).hasSize(3);
    assertThat(variables.kept).doesNotContainKey(RunVariables.PAUSE_REASON);
  }

  @Test
  void a_run_goes_on_from_its_json_alone() {
    var host = host();
    var before = runs.start(pages(), "{'project': 'p'}", host);
    var text = before.state().toJson(pages()).toString();

    var state = RunState.fromJson(pages(), new JsonMapper().readTree(text));

    assertThat(state).isEqualTo(before.state());
    assertThatThrownBy(() -> RunState.fromJson(pages(), json("{}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The state of a run of 'pages' has arguments and variables, both objects; this has not");
  }

  @Test
  void the_variables_are_those_that_clients_know() {
    var variables = new Runs.Variables();
    var host = host().tool("find", arguments -> ToolOutcome.failed("gone"));
    runs.start(pages(), "{'project': 'p'}", RunEnvironment.of(host).withRecorder(variables));

    assertThat(variables.kept)
        .containsOnlyKeys(
            "_workflow.progress",
            "_workflow.call.find",
            "_workflow.result.find",
            "_workflow.pause_reason");
    assertThat(variables.kept.get("_workflow.progress"))
        .isEqualTo(
            json(
                """
                {'goal': 'pages: Make a page',
                 'steps': [{'name': 'find', 'tool': 'find', 'status': 'failed'},
                   {'name': 'page', 'tool': 'page', 'status': 'pending'},
                   {'name': 'announce', 'tool': 'announce', 'status': 'pending'}],
                 'schemaVersion': 1}
                """));
    assertThat(variables.kept.get("_workflow.result.find")).isEqualTo(json("{'error': 'gone'}"));
    assertThat(RunVariables.extra("debug")).isEqualTo("_workflow.extra.debug");
  }

  @Test
  void a_step_that_was_running_when_the_server_died_is_not_repeated_unless_it_is_named() {
    var host = host();
    var variables = new Runs.Variables();
    runs.start(pages(), "{'project': 'p'}", RunEnvironment.of(host).withRecorder(dying(variables)));
    host.calls().clear();

    var state = variables.read(pages(), json("{'project': 'p'}"));
    var find = new StepName("find");
    assertThat(state.step(find).status()).isEqualTo(StepStatus.FAILED);
    assertThat(state.pause().orElseThrow().toJson())
        .isEqualTo(json("{'type': 'interrupted', 'failedStep': 'find', 'suggestedTool': 'find'}"));

    var again = runs.runner.run(pages(), state, RunInputs.none(), RunEnvironment.of(host));
    assertThat(host.calls()).isEmpty();
    assertThat(again.state().pause()).isEqualTo(state.pause());

    runs.runner.run(
        pages(), state, RunInputs.read(pages(), json("{'find': {}}")), RunEnvironment.of(host));
    assertThat(host.called()).containsExactly("find{\"name\":\"p\"}");
  }

  /** Keeps the first change and nothing after it. */
  private static RunRecorder dying(Runs.Variables variables) {
    return change -> {
      if (variables.changes.isEmpty()) {
        variables.record(change);
      }
    };
  }

  @Test
  void an_interrupted_step_on_a_tool_that_only_reads_runs_again_by_itself() {
    var host =
        host()
            .tool(
                "find",
                "Finds.",
                "{'type': 'object'}",
                "readOnly",
                arguments -> ToolOutcome.structured(json("{'id': 6}")));
    var variables = new Runs.Variables();
    runs.start(pages(), "{'project': 'p'}", RunEnvironment.of(host).withRecorder(dying(variables)));
    var state = variables.read(pages(), json("{'project': 'p'}"));

    var described = runs.runner.describe(pages(), state, RunEnvironment.of(host));
    assertThat(Handoff.text(described, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .startsWith(
            "Step 'find' was interrupted while it ran: it may or may not have taken effect. It can be repeated.")
        .contains("call workflow_resume with {\"task_id\": \"t-1\"}. Use");
    var again = runs.runner.run(pages(), state, RunInputs.none(), RunEnvironment.of(host));

    assertThat(again.state().step(new StepName("find")).status()).isEqualTo(StepStatus.COMPLETED);
  }

  @Test
  void an_interrupted_step_is_repeated_only_if_it_is_named_however_safe_its_tool_says_it_is() {
    var host =
        host()
            .tool(
                "find",
                "Finds.",
                "{'type': 'object'}",
                "idempotent",
                arguments -> ToolOutcome.structured(json("{'id': 6}")));
    var variables = new Runs.Variables();
    runs.start(pages(), "{'project': 'p'}", RunEnvironment.of(host).withRecorder(dying(variables)));
    var state = variables.read(pages(), json("{'project': 'p'}"));
    host.calls().clear();

    var again = runs.runner.run(pages(), state, RunInputs.none(), RunEnvironment.of(host));
    assertThat(host.calls()).isEmpty();
    assertThat(Handoff.text(again, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .startsWith(
            "Step 'find' was interrupted while it ran: it may or may not have taken effect. Find out before you repeat it.")
        .contains("call workflow_resume with {\"task_id\": \"t-1\", \"inputs\": {\"find\": {}}}");
    runs.resume(again, "{'find': {}}", host);
    assertThat(host.called()).startsWith("find{\"name\":\"p\"}");
  }

  @Test
  void a_step_that_timed_out_and_may_be_retried_is_repeated_and_the_handoff_says_so() {
    var host =
        host()
            .tool(
                "find",
                "Finds.",
                "{'type': 'object'}",
                "idempotent",
                arguments -> ToolOutcome.timedOut(Duration.ofSeconds(2)));
    var before = runs.start(pages(), "{'project': 'p'}", host);
    assertThat(Handoff.text(before, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .startsWith(
            "Step 'find' failed: no answer within 2000 ms. It may have taken effect all the same, but it can be repeated.")
        .contains("call workflow_resume with {\"task_id\": \"t-1\"}. Use");
    runs.resume(before, "{}", host);
    assertThat(host.calls()).hasSize(2);
  }

  @Test
  void what_was_supplied_stays_with_the_run_until_its_step_has_completed() {
    var host = host();
    var variables = new Runs.Variables();
    var environment = RunEnvironment.of(host).withRecorder(variables);
    runs.start(pages(), "{'project': 'p'}", environment);
    host.tool("page", arguments -> ToolOutcome.failed("busy"));
    var inputs =
        RunInputs.read(pages(), json("{'page': {'title': 'T'}, 'announce': {'to': 'all'}}"));
    runs.runner.run(
        pages(), variables.read(pages(), json("{'project': 'p'}")), inputs, environment);

    var state = variables.read(pages(), json("{'project': 'p'}"));
    var described = runs.runner.describe(pages(), state, environment);
    assertThat(described.remaining().get(0).arguments())
        .isEqualTo(json("{'parent': 5, 'colour': 'red', 'title': 'T'}"));
    assertThat(described.remaining().get(1).arguments().path("to").asString()).isEqualTo("all");

    host.calls().clear();
    host.tool("page", "{'url': 'http://x'}");
    var after = runs.runner.run(pages(), state, RunInputs.none(), environment);
    assertThat(after.isCompleted()).isTrue();
    assertThat(host.called())
        .containsExactly(
            "page{\"parent\":5,\"colour\":\"red\",\"title\":\"T\"}",
            "announce{\"url\":\"http://x\",\"to\":\"all\"}");
    assertThat(variables.kept.keySet()).noneMatch(name -> name.startsWith("_input."));
  }

  @Test
  void a_step_that_timed_out_is_as_uncertain_as_an_interrupted_one() {
    var host = host().tool("find", arguments -> ToolOutcome.timedOut(Duration.ofSeconds(2)));
    var before = runs.start(pages(), "{'project': 'p'}", host);

    assertThat(before.state().pause().orElseThrow().opening())
        .isEqualTo("Step 'find' failed: no answer within 2000 ms.");
    runs.resume(before, "{}", host);
    assertThat(host.calls()).hasSize(1);
    runs.resume(before, "{'find': {}}", host);
    assertThat(host.calls()).hasSize(2);
  }

  @Test
  void a_run_can_be_described_without_doing_anything() {
    var host = host();
    var before = runs.start(pages(), "{'project': 'p'}", host);
    host.calls().clear();

    var described = runs.runner.describe(pages(), before.state(), RunEnvironment.of(host));

    assertThat(described).isEqualTo(before);
    assertThat(host.calls()).isEmpty();
  }

  @Test
  void a_resume_of_a_run_whose_steps_the_client_did_records_no_end() {
    var variables = new Runs.Variables();
    var state = RunState.begin(pages(), json("{'project': 'p'}"));
    for (var step : pages().steps()) {
      state = state.with(step.name(), StepRecord.pending().completed(json("{}")));
    }

    var outcome =
        runs.runner.run(
            pages(), state, RunInputs.none(), RunEnvironment.of(host()).withRecorder(variables));

    assertThat(outcome.isCompleted()).isTrue();
    assertThat(variables.changes).isEmpty();
  }

  @Test
  void inputs_that_fit_no_step_are_all_named() {
    assertThatThrownBy(
            () -> RunInputs.read(pages(), json("{'pages': {}, 'find': 3, 'announce': {}}")))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessage(
            "Workflow 'pages' cannot take these inputs: unknown step 'pages' (known: find, page, announce); step 'find' takes an object of arguments, got 3");
  }

  @Test
  void arguments_that_a_tool_does_not_have_are_all_named_unless_it_takes_any() {
    var closed =
        "{'type': 'object', 'properties': {'title': {}, 'colour': {}}, 'additionalProperties': false}";
    var host =
        host().tool("page", "Makes a page.", closed, "", arguments -> ToolOutcome.failed(""));
    var inputs =
        RunInputs.read(
            pages(), json("{'find': {'any': 1}, 'page': {'titel': 'T', 'colour': 'red', 'x': 1}}"));

    assertThatThrownBy(() -> inputs.accepted(pages(), host::findTool))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessage(
            "Workflow 'pages' cannot take these inputs: step 'page' has no argument 'titel' (known: title, colour); step 'page' has no argument 'x' (known: title, colour)");
    assertThat(inputs.accepted(pages(), host.without("page")::findTool)).isEqualTo(inputs);
  }

  @Test
  void a_record_of_another_version_of_the_workflow_is_read_as_far_as_it_goes() {
    var variables = new Runs.Variables();
    variables.kept.put(
        "_workflow.progress",
        json(
            "{'steps': [{'name': 'find', 'status': 'completed'}, {'name': 'old', 'status': 'failed'}, {'name': 'page', 'status': 'newer'}]}"));

    var state = variables.read(pages(), json("{}"));

    assertThat(state.step(new StepName("find")).result())
        .contains(JsonNodeFactory.instance.nullNode());
    assertThat(state.steps())
        .containsOnlyKeys(pages().steps().stream().map(s -> s.name()).toList());
    assertThat(state.step(new StepName("page")).status()).isEqualTo(StepStatus.PENDING);
  }

  private static SequentialWorkflow deliver() {
    return Flow.named("deliver", "Deliver")
        .step("revise", "revise", step -> step.guidance("Only if something has to change."))
        .step("merge", "merge", step -> {})
        .build();
  }

  private static ToyHost revising() {
    return new ToyHost()
        .tool(
            "revise",
            "Revises.",
            "{'type': 'object', 'properties': {'prompt': {'type': 'string'}}, 'required': ['prompt']}",
            "",
            ToolOutcome::structured);
  }

  @Test
  void a_step_that_waits_for_input_is_passed_over_if_a_later_one_is_named() {
    var workflow = deliver();
    var host =
        revising()
            .tool("merge", "Merges.", "{'type': 'object'}", "destructive", ToolOutcome::structured);
    var paused = runs.start(workflow, "{}", host);

    assertThat(paused.state().pause().orElseThrow()).isInstanceOf(PauseReason.InputRequired.class);
    assertThat(runs.resume(paused, "{}", host).isCompleted()).isFalse();
    var done = runs.resume(paused, "{'merge': {}}", host);
    assertThat(done.isCompleted()).isTrue();
    assertThat(done.state().step(new StepName("merge")).status()).isEqualTo(StepStatus.COMPLETED);
    assertThat(done.state().step(new StepName("revise")).whyLeftOut())
        .contains("nothing was supplied for it, and step 'merge' was named");
    assertThat(done.outputs()).doesNotContainKey("revise");
  }

  @Test
  void a_step_that_was_passed_over_is_made_when_something_is_supplied_for_it() {
    var workflow = deliver();
    var host = revising().tool("merge", arguments -> ToolOutcome.failed("Conflict"));
    var passed = runs.resume(runs.start(workflow, "{}", host), "{'merge': {}}", host);

    var again = runs.resume(passed, "{'revise': {'prompt': 'mend it'}}", host);

    assertThat(again.outputs().get("revise")).isEqualTo(json("{'prompt': 'mend it'}"));
  }
}
