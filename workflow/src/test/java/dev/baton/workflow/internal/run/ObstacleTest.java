package dev.baton.workflow.internal.run;

import static dev.baton.workflow.internal.run.Flow.computed;
import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromResource;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.fromVariable;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.record.ArgumentGap;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.prompt.ResourceSnapshot;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stops a step before its call, and what the run says of it. */
class ObstacleTest {
  private static final String PAGE_SCHEMA =
      """
      {'type': 'object',
       'properties': {
         'title': {'type': 'string', 'description': 'The title of the page.'},
         'size': {'type': 'integer', 'minimum': 1},
         'meta': {'type': 'object', 'required': ['tag']}},
       'required': ['title']}
      """;

  private final Runs runs = new Runs();
  private final ToyHost host =
      new ToyHost()
          .tool("make", "{'items': [{'id': 1}], 'name': 'x'}")
          .tool(
              "page",
              "Adds a page.",
              PAGE_SCHEMA,
              "",
              arguments -> ToolOutcome.structured(json("{}")))
          .resource(
              "resource://image", ResourceSnapshot.blob("resource://image", "i/p", new byte[1]));

  private PauseReason pauseWith(DataSource source) {
    var workflow =
        Flow.named("stop", "Stop")
            .step("one", "make", step -> {})
            .step("two", "page", step -> step.arg("title", source))
            .build();
    var outcome = runs.start(workflow, "{}", host);
    assertThat(host.calls()).hasSize(1);
    return outcome.state().pause().orElseThrow();
  }

  @Test
  void a_field_that_is_not_in_the_output() {
    var pause = pauseWith(fromStep("one", "items.3.id"));

    assertThat(pause.opening())
        .isEqualTo(
            "Cannot proceed with step 'two': parameter 'title' cannot be resolved: the output 'one' has no field 'items.3.id' ('items' is an array of 1).");
    assertThat(pause.toJson())
        .isEqualTo(
            json(
                """
                {'type': 'unresolvableParams', 'blockedStep': 'two', 'missingParam': 'title',
                 'params': [{'name': 'title',
                   'reason': 'the output ~one~ has no field ~items.3.id~ (~items~ is an array of 1)'}],
                 'suggestedTool': 'page'}
                """,
                '~'));
    assertThat(pauseText(fromStep("one", "nothing")))
        .endsWith("the output 'one' has no field 'nothing' (it has: items, name).");
    assertThat(pauseText(fromStep("one", "name.first")))
        .endsWith("the output 'one' has no field 'name.first' ('name' is no object).");
  }

  private String pauseText(DataSource source) {
    host.calls().clear();
    return pauseWith(source).opening();
  }

  @Test
  void a_resource_that_cannot_be_read() {
    assertThat(pauseText(fromResource("resource://lost")))
        .endsWith("cannot be resolved: there is no resource resource://lost.");
    assertThat(pauseText(fromResource("resource://broken/x")))
        .endsWith("cannot be resolved: resource resource://broken/x cannot be read: disk on fire.");
    assertThat(pauseText(fromResource("resource://image")))
        .endsWith("cannot be resolved: resource resource://image has no text.");
  }

  @Test
  void a_function_that_does_not_answer() {
    assertThat(pauseText(computed(run -> run.output("nobody").orElseThrow())))
        .endsWith("cannot be resolved: its value cannot be computed: No value present.");
    assertThat(pauseText(computed(run -> json("{}").get("nothing"))))
        .endsWith("its value cannot be computed: the function returned null.");
  }

  @Test
  void a_variable_that_is_not_there() {
    assertThat(pauseText(fromVariable("colour")))
        .endsWith("cannot be resolved: the run has no variable 'colour'.");
  }

  @Test
  void arguments_that_violate_the_schema_in_any_depth() {
    var workflow =
        Flow.named("stop", "Stop")
            .step(
                "two",
                "page",
                step ->
                    step.arg("title", constant("t"))
                        .arg("size", constant(0))
                        .arg("meta", constant(Map.of("x", 1))))
            .build();

    var outcome = runs.start(workflow, "{}", host);

    assertThat(host.calls()).isEmpty();
    assertThat(outcome.state().pause().orElseThrow().opening())
        .isEqualTo(
            "Cannot proceed with step 'two': its arguments do not satisfy the input schema of page: 'meta.tag' missing; 'size' must have a minimum value of 1.");
    assertThat(outcome.state().pause().orElseThrow().toJson())
        .isEqualTo(
            json(
                """
                {'type': 'schemaMismatch', 'blockedStep': 'two',
                 'missingFields': ['meta.tag', 'size'],
                 'problems': [{'field': 'meta.tag', 'message': 'missing'},
                   {'field': 'size', 'message': 'must have a minimum value of 1'}],
                 'suggestedTool': 'page'}
                """));
    assertThat(outcome.missing())
        .extracting(MissingInput::name, MissingInput::type)
        .containsExactly(tuple("meta", "object"), tuple("size", "integer"));
  }

  @Test
  void a_required_argument_that_nothing_maps_is_left_to_the_client_if_the_step_has_guidance() {
    var guided =
        Flow.named("stop", "Stop")
            .step("two", "page", step -> step.guidance("Choose a good title"))
            .build();
    var bare = Flow.named("stop", "Stop").step("two", "page", step -> {}).build();

    var outcome = runs.start(guided, "{}", host);

    assertThat(outcome.state().pause().orElseThrow().toJson())
        .isEqualTo(
            json(
                """
                {'type': 'inputRequired', 'blockedStep': 'two',
                 'inputs': [{'name': 'title', 'description': 'The title of the page.'}],
                 'suggestedTool': 'page'}
                """));
    assertThat(outcome.missing())
        .containsExactly(
            new MissingInput(
                "title",
                "string",
                "The title of the page.",
                Optional.of(new StepName("two")),
                json("{'type': 'string', 'description': 'The title of the page.'}"),
                false));
    assertThat(runs.start(bare, "{}", host).state().pause().orElseThrow().type())
        .isEqualTo("schemaMismatch");
  }

  @Test
  void the_output_of_a_step_that_has_none() {
    var workflow =
        Flow.named("stop", "Stop")
            .step("look", step -> step.guidance("Look around"))
            .step("two", "page", step -> step.arg("title", fromStep("look", "name")))
            .build();

    var outcome = runs.start(workflow, "{}", host);

    assertThat(outcome.state().pause().orElseThrow().toJson())
        .isEqualTo(
            json(
                """
                {'type': 'unresolvedDependency', 'blockedStep': 'two', 'missingOutput': 'look.name',
                 'producingStep': 'look', 'suggestedTool': 'page'}
                """));
    assertThat(outcome.missing()).extracting(MissingInput::name).containsExactly("title");
  }

  @Test
  void a_destructive_tool_waits_for_a_confirmation_unless_its_author_lets_it_run() {
    host.tool(
        "drop",
        "Drops it.",
        "{'type': 'object'}",
        "destructive",
        a -> ToolOutcome.structured(json("{}")));
    var asked = Flow.named("drop", "Drop").step("drop", "drop", step -> {}).build();
    var allowed = Flow.named("drop", "Drop").step("drop", "drop", step -> step.autoRun()).build();

    var outcome = runs.start(asked, "{}", host);

    assertThat(host.calls()).isEmpty();
    assertThat(outcome.state().pause().orElseThrow().toJson())
        .isEqualTo(
            json(
                "{'type': 'confirmationRequired', 'blockedStep': 'drop', 'suggestedTool': 'drop'}"));
    assertThat(runs.start(allowed, "{}", host).isCompleted()).isTrue();
    assertThat(runs.resume(outcome, "{}", host).isCompleted()).isFalse();
    assertThat(host.calls()).hasSize(1);
    assertThat(runs.resume(outcome, "{'drop': {}}", host).isCompleted()).isTrue();
    assertThat(host.calls()).hasSize(2);
  }

  @Test
  void every_reason_survives_its_record() {
    var step = new StepName("s");
    var tool = Optional.of("t");
    var gaps = List.of(new ArgumentGap("a", "r"), new ArgumentGap("b", "q"));

    assertThat(
            List.of(
                new PauseReason.UnresolvableParams(step, gaps, tool),
                new PauseReason.SchemaMismatch(step, gaps, tool),
                new PauseReason.ToolError(step, "e", true, tool),
                new PauseReason.UnresolvedDependency(step, "o.f", new StepName("p"), tool),
                new PauseReason.ConfirmationRequired(step, tool),
                new PauseReason.InputRequired(step, gaps, tool),
                new PauseReason.TimeBudget(step, Optional.empty()),
                new PauseReason.Interrupted(step, true, tool),
                new PauseReason.Interrupted(step, false, tool)))
        .allSatisfy(
            reason -> assertThat(PauseReason.read(reason.toJson())).contains((PauseReason) reason));
    assertThat(PauseReason.read(json("{'type': 'newer', 'blockedStep': 's'}"))).isEmpty();
    assertThat(PauseReason.read(json("{}"))).isEmpty();
  }
}
