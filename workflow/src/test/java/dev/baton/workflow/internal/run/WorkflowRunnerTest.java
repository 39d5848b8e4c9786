package dev.baton.workflow.internal.run;

import static dev.baton.workflow.internal.run.Flow.computed;
import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromResource;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.fromVariable;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.StepName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class WorkflowRunnerTest {
  private final Runs runs = new Runs();

  record Place(String cityName, Optional<String> street) {}

  @Test
  void a_template_that_is_nothing_but_an_argument_that_was_not_given_is_left_out() {
    var workflow =
        Flow.named("flow", "Leave out")
            .required("who", "Who")
            .optional("absent", ArgumentType.STRING)
            .step(
                "use",
                "use",
                step ->
                    step.arg("absent", constant("{absent}"))
                        .arg("who", constant("{who}"))
                        .arg("text", constant("for {absent}"))
                        .arg("list", constant(List.of("{absent}", "{who}")))
                        .arg("map", constant(Map.of("a", "{absent}"))))
            .build();
    var host = new ToyHost().tool("use", "{}");

    runs.start(workflow, "{'who': 'A'}", host);

    assertThat(host.called())
        .containsExactly("use{\"who\":\"A\",\"text\":\"for \",\"list\":[\"A\"],\"map\":{}}");
  }

  @Test
  void values_flow_from_every_kind_of_source() {
    var workflow =
        Flow.named("flow", "Show the sources")
            .required("who", "Who")
            .optional("count", ArgumentType.INTEGER)
            .optional("absent", ArgumentType.STRING)
            .step("first", "make", step -> step.bind("made"))
            .step(
                "second",
                "use",
                step ->
                    step.arg("who", fromArg("who"))
                        .arg("count", fromArg("count"))
                        .arg("absent", fromArg("absent"))
                        .arg("all", fromStep("made"))
                        .arg("id", fromStep("made", "items.1.id"))
                        .arg("text", fromResource("resource://notes/{who}"))
                        .arg("hello", constant(Map.of("say", List.of("Hello {who}, {{who}}", 3))))
                        .arg(
                            "sum", computed(run -> run.argument("count").orElseThrow().asInt() + 1))
                        .arg("maybe", computed(run -> Optional.empty()))
                        .arg("record", computed(run -> new Place("Bonn", Optional.empty())))
                        .arg("variable", fromVariable("colour")))
            .build();
    var host =
        new ToyHost()
            .tool("make", "{'items': [{'id': 'a'}, {'id': 'b'}]}")
            .tool("use", "{}")
            .resource("resource://notes/A%20%26%20B%2F..", "some notes");

    var outcome =
        runs.start(
            workflow,
            "{'who': 'A & B/..', 'count': 2}",
            RunEnvironment.of(host)
                .withVariables(
                    name -> Optional.of(JsonNodeFactory.instance.stringNode("red " + name))));

    assertThat(outcome.isCompleted()).isTrue();
    assertThat(host.calls().get(1).arguments())
        .isEqualTo(
            json(
                """
                {'who': 'A & B/..', 'count': 2, 'all': {'items': [{'id': 'a'}, {'id': 'b'}]},
                 'id': 'b', 'text': 'some notes', 'hello': {'say': ['Hello A & B/.., {who}}', 3]},
                 'sum': 3, 'record': {'city_name': 'Bonn', 'street': null}, 'variable': 'red colour'}
                """));
  }

  @Test
  void a_null_for_an_optional_argument_is_left_out_of_the_call() {
    var workflow =
        Flow.named("nulls", "Leave out nulls")
            .step("one", "make", step -> step.arg("a", nothing()).arg("b", constant(1)))
            .build();
    var host =
        new ToyHost()
            .tool(
                "make",
                "Makes.",
                "{'type': 'object', 'properties': {'a': {'type': 'string'}, 'b': {'type': 'integer'}}}",
                "",
                arguments -> ToolOutcome.structured(json("{}")));

    assertThat(runs.start(workflow, "{}", host).isCompleted()).isTrue();
    assertThat(host.called()).containsExactly("make{\"b\":1}");
  }

  private static DataSource nothing() {
    return computed(run -> JsonNodeFactory.instance.nullNode());
  }

  @Test
  void the_output_of_a_tool_without_structured_content_is_its_blocks() {
    var workflow =
        Flow.named("blocks", "Read blocks")
            .step("first", "say", step -> {})
            .step("second", "use", step -> step.arg("text", fromStep("first", "0.text")))
            .build();
    var blocks = JsonNodeFactory.instance.arrayNode();
    blocks.addObject().put("type", "text").put("text", "hello");
    var host =
        new ToyHost().tool("say", arguments -> ToolOutcome.content(blocks)).tool("use", "{}");

    runs.start(workflow, "{}", host);

    assertThat(host.called()).containsExactly("say{}", "use{\"text\":\"hello\"}");
  }

  @Test
  void an_output_is_transformed_before_it_is_bound() {
    var workflow =
        Flow.named("transform", "Transform")
            .step("first", "make", step -> step.transform(result -> result.path("inner")))
            .step("second", "use", step -> step.arg("x", fromStep("first")))
            .build();
    var host = new ToyHost().tool("make", "{'inner': {'a': 1}}").tool("use", "{}");

    var outcome = runs.start(workflow, "{}", host);

    assertThat(host.called()).containsExactly("make{}", "use{\"x\":{\"a\":1}}");
    assertThat(outcome.outputs()).containsEntry("first", json("{'a': 1}"));
    assertThat(outcome.state().step(new StepName("first")).result())
        .contains(json("{'inner': {'a': 1}}"));
  }

  @Test
  void a_transform_that_throws_fails_its_step() {
    var workflow =
        Flow.named("transform", "Transform")
            .step(
                "first",
                "make",
                step ->
                    step.transform(
                        result -> {
                          throw new IllegalStateException("no such thing");
                        }))
            .build();

    var outcome = runs.start(workflow, "{}", new ToyHost().tool("make", "{}"));

    assertThat(outcome.state().pause().orElseThrow().opening())
        .isEqualTo("Step 'first' failed: its output could not be transformed: no such thing.");
  }

  @Test
  void a_tool_gets_arguments_of_its_own_and_the_steps_timeout() {
    var workflow =
        Flow.named("own", "Keep values")
            .step("first", "make", step -> {})
            .step(
                "second",
                "spoil",
                step -> step.arg("x", fromStep("first")).timeout(Duration.ofSeconds(3)))
            .step("third", "use", step -> step.arg("x", fromStep("first")))
            .build();
    var host =
        new ToyHost()
            .tool("make", "{'list': [1]}")
            .tool(
                "spoil",
                arguments -> {
                  ((ObjectNode) arguments.get("x")).removeAll();
                  return ToolOutcome.structured(json("{}"));
                })
            .tool("use", "{}");

    runs.start(workflow, "{}", host);

    assertThat(host.called().get(2)).isEqualTo("use{\"x\":{\"list\":[1]}}");
    assertThat(host.calls().get(0).timeout()).isEmpty();
    assertThat(host.calls().get(1).timeout()).contains(Duration.ofSeconds(3));
  }

  @Test
  void a_run_pauses_between_steps_when_its_time_is_used_up() {
    var workflow =
        Flow.named("slow", "Take time")
            .step("first", "slow", step -> {})
            .step("second", "slow", step -> {})
            .step("third", "slow", step -> {})
            .build();
    var host =
        new ToyHost()
            .tool(
                "slow",
                arguments -> {
                  runs.clock.advance(Duration.ofSeconds(6));
                  return ToolOutcome.structured(json("{}"));
                });
    var environment = RunEnvironment.of(host).withTimeBudget(Duration.ofSeconds(10));

    var outcome = runs.start(workflow, "{}", environment);

    assertThat(host.calls()).hasSize(2);
    assertThat(outcome.status()).isEqualTo("paused");
    assertThat(outcome.state().pause())
        .contains(new PauseReason.TimeBudget(new StepName("third"), Optional.of("slow")));
    assertThat(runs.resume(outcome, "{}", environment).status()).isEqualTo("completed");
    assertThat(host.calls()).hasSize(3);
  }

  @Test
  void a_run_takes_one_step_at_least_however_little_time_it_has() {
    var workflow =
        Flow.named("slow", "Take time")
            .step("first", "make", step -> {})
            .step("second", "make", step -> {})
            .build();
    var host = new ToyHost().tool("make", "{}");
    var environment = RunEnvironment.of(host).withTimeBudget(Duration.ZERO);

    var outcome = runs.start(workflow, "{}", environment);

    assertThat(host.calls()).hasSize(1);
    assertThat(runs.resume(outcome, "{}", environment).isCompleted()).isTrue();
  }

  @Test
  void progress_is_told_before_each_step_and_at_the_end() {
    var workflow =
        Flow.named("told", "Tell")
            .step("one", "make", step -> {})
            .step("two", step -> step.guidance("Look"))
            .build();
    var told = new ArrayList<String>();

    runs.start(
        workflow,
        "{}",
        RunEnvironment.of(new ToyHost().tool("make", "{}"))
            .withProgress(
                (done, total, message) -> told.add("%d of %d %s".formatted(done, total, message))));

    assertThat(told)
        .containsExactly("0 of 2 Step 1/2: one", "1 of 2 Step 2/2: two", "2 of 2 Completed");
  }

  @Test
  void cancelling_between_steps_leaves_the_rest_open() {
    var workflow =
        Flow.named("stop", "Stop")
            .step("one", "make", step -> {})
            .step("two", "make", step -> {})
            .build();
    var host = new ToyHost().tool("make", "{}");

    var outcome =
        runs.start(
            workflow,
            "{}",
            RunEnvironment.of(host).withCancellation(() -> !host.calls().isEmpty()));

    assertThat(host.calls()).hasSize(1);
    assertThat(outcome.state().pause())
        .contains(new PauseReason.Interrupted(new StepName("two"), false, Optional.of("make")));
    assertThat(outcome.state().step(new StepName("two")).status()).isEqualTo(StepStatus.PENDING);
  }

  @Test
  void cancelling_within_a_step_records_what_was_done_and_keeps_the_threads_interruption() {
    var workflow =
        Flow.named("stop", "Stop")
            .step("one", "make", step -> {})
            .step("two", "hang", step -> {})
            .step("three", "make", step -> {})
            .build();
    var host =
        new ToyHost()
            .tool("make", "{}")
            .tool(
                "hang",
                arguments -> {
                  throw new InterruptedException();
                });
    var variables = new Runs.Variables();
    var interruptedWhileRecording = new ArrayList<Boolean>();

    var outcome =
        runs.start(
            workflow,
            "{}",
            RunEnvironment.of(host)
                .withRecorder(
                    change -> {
                      interruptedWhileRecording.add(Thread.currentThread().isInterrupted());
                      variables.record(change);
                    }));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(interruptedWhileRecording).containsOnly(false);
    assertThat(variables.changes)
        .containsExactly(
            "STEP_STARTS one", "STEP_ENDED one", "STEP_STARTS two", "STEP_ENDED two", "PAUSED two");
    assertThat(outcome.state().pause())
        .contains(new PauseReason.Interrupted(new StepName("two"), true, Optional.of("hang")));
    assertThat(outcome.state().step(new StepName("two")).isUncertain()).isTrue();
    assertThat(outcome.state().step(new StepName("three")).status()).isEqualTo(StepStatus.PENDING);
  }

  @Test
  void a_host_that_throws_is_a_failed_step_and_loses_nothing() {
    var workflow =
        Flow.named("bug", "Meet a bug")
            .step("one", "make", step -> {})
            .step("two", "bug", step -> {})
            .build();
    var host =
        new ToyHost()
            .tool("make", "{'a': 1}")
            .tool(
                "bug",
                arguments -> {
                  throw new IllegalStateException("broken pipe");
                });

    var outcome = runs.start(workflow, "{}", host);

    assertThat(outcome.outputs()).containsEntry("one", json("{'a': 1}"));
    assertThat(outcome.state().pause())
        .contains(
            new PauseReason.ToolError(
                new StepName("two"), "broken pipe", false, Optional.of("bug")));
  }

  @Test
  void a_tool_that_has_vanished_is_handed_off() {
    var workflow = Flow.named("gone", "Miss a tool").step("one", "lost", step -> {}).build();

    var outcome = runs.start(workflow, "{}", new ToyHost());

    assertThat(outcome.state().pause().orElseThrow().opening())
        .isEqualTo("Step 'one' failed: tool 'lost' is not available on this server.");
    assertThat(outcome.remaining())
        .singleElement()
        .satisfies(call -> assertThat(call.available()).isFalse());
  }
}
