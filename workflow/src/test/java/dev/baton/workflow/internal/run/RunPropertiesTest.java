package dev.baton.workflow.internal.run;

import static dev.baton.property.Values.doubles;
import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.texts;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.narrative.Trace;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.prompt.PromptMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** What holds for every run, however it is cut into pieces. */
class RunPropertiesTest {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * One step.
   *
   * @param source the earlier step that it depends on; none if negative
   */
  record Plan(int source, boolean fails, boolean hasTool, String text, double number) {}

  private static final Generator<Boolean> COLLECTS = Generator.of(false, true);

  private static Generator<List<Plan>> plans() {
    Generator<Plan> plan =
        given ->
            new Plan(
                given.any(integers(-1, 5)),
                given.any(integers(0, 6)) == 6,
                given.any(integers(0, 5)) < 5,
                given.any(texts(0, 8)),
                given.any(doubles()));
    return plan.list(1, 7);
  }

  private static SequentialWorkflow workflow(List<Plan> plans, boolean collects) {
    var flow =
        Flow.named("any", "Do anything")
            .required("who", "Who")
            .onError(collects ? ErrorStrategy.collectErrors() : ErrorStrategy.failFast());
    for (int i = 0; i < plans.size(); i++) {
      var plan = plans.get(i);
      if (!plan.hasTool()) {
        flow.step("s" + i, step -> step.guidance("Think of {who}"));
        continue;
      }
      var source = plan.source() < i && plan.source() >= 0 ? plan.source() : -1;
      flow.step(
          "s" + i,
          "t" + i,
          step -> {
            step.arg("who", fromArg("who"));
            if (source >= 0) {
              step.arg("x", fromStep("s" + source, "text"));
            }
          });
    }
    return flow.build();
  }

  private static ToyHost host(List<Plan> plans, MovableTime time) {
    var host = new ToyHost();
    for (int i = 0; i < plans.size(); i++) {
      var plan = plans.get(i);
      host.tool(
          "t" + i,
          arguments -> {
            time.pass();
            return plan.fails()
                ? ToolOutcome.failed("no " + plan.text())
                : ToolOutcome.structured(
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("text", plan.text())
                        .put("number", plan.number()));
          });
    }
    return host;
  }

  @FunctionalInterface
  private interface MovableTime {
    void pass();
  }

  private static final String ARGUMENTS = "{'who': 'me'}";

  @Property(tries = 300)
  void a_run_that_is_stored_after_every_step_ends_as_one_that_is_not(Given given) {
    var plans = given.any(plans());
    var collects = given.any(COLLECTS);
    var workflow = workflow(plans, collects);
    var whole = host(plans, () -> {});
    var expected = new Runs().start(workflow, ARGUMENTS, whole);

    var runs = new Runs();
    var pieces = host(plans, () -> runs.clock.advance(Duration.ofSeconds(1)));
    // why: a budget of nothing makes a run pause after each step
    var environment = RunEnvironment.of(pieces).withTimeBudget(Duration.ZERO);
    var outcome = runs.start(workflow, ARGUMENTS, environment);
    while (outcome.state().pause().orElse(null) instanceof PauseReason.TimeBudget
        && outcome.state().steps().values().stream()
            .noneMatch(step -> step.status() == StepStatus.FAILED)) {
      outcome = runs.runner.run(workflow, stored(workflow, outcome), RunInputs.none(), environment);
    }

    if (!collects) {
      assertThat(messages(outcome, pieces)).isEqualTo(messages(expected, whole));
      assertThat(pieces.called()).isEqualTo(whole.called());
    }
    assertThat(pieces.called()).doesNotHaveDuplicates();
  }

  private static RunState stored(SequentialWorkflow workflow, RunOutcome outcome) {
    var text = JSON.writeValueAsString(outcome.state().toJson(workflow));
    var state = RunState.fromJson(workflow, JSON.readTree(text));
    assertThat(state).isEqualTo(outcome.state());
    return state;
  }

  private static List<PromptMessage> messages(RunOutcome outcome, WorkflowHost host) {
    return Trace.of(outcome, host, Narration.standard()).messages();
  }

  @Property(tries = 300)
  void a_run_that_dies_at_any_moment_repeats_nothing_that_it_may_have_done(Given given) {
    var plans = given.any(plans());
    var moment = given.any(integers(0, 14));
    var workflow = workflow(plans, false);
    var host = host(plans, () -> {});
    var variables = new Runs.Variables();
    var changes = new int[1];

    // why: a process that dies keeps the first changes and no others, and its calls too end there
    try {
      new Runs()
          .start(
              workflow,
              ARGUMENTS,
              RunEnvironment.of(host)
                  .withRecorder(
                      change -> {
                        if (changes[0]++ >= moment) {
                          throw new Died();
                        }
                        variables.record(change);
                      }));
    } catch (Died expected) {
      assertThat(changes[0]).isGreaterThan(moment);
    }
    var succeeded = host.calls().size();
    var state = variables.read(workflow, Runs.begin(workflow, ARGUMENTS).arguments());
    new Runs().runner.run(workflow, state, RunInputs.none(), RunEnvironment.of(host));

    var counts = new LinkedHashMap<String, Integer>();
    host.calls().forEach(call -> counts.merge(call.tool(), 1, Integer::sum));
    counts.forEach(
        (tool, count) -> {
          // only a step that failed, and said so, is tried again
          var plan = plans.get(Integer.parseInt(tool.substring(1)));
          assertThat(count).isLessThanOrEqualTo(plan.fails() ? 2 : 1);
        });
    assertThat(host.calls().size()).isGreaterThanOrEqualTo(succeeded);
  }

  /** Stands for the end of the process: nothing catches it. */
  private static final class Died extends Error {}

  @Property(tries = 200)
  void what_remains_and_what_is_done_are_all_steps(Given given) {
    var plans = given.any(plans());
    var collects = given.any(COLLECTS);
    var workflow = workflow(plans, collects);
    var outcome = new Runs().start(workflow, ARGUMENTS, host(plans, () -> {}));

    var names = new ArrayList<String>();
    outcome.remaining().forEach(call -> names.add(call.step().value()));
    outcome
        .state()
        .steps()
        .forEach(
            (name, step) -> {
              if (!step.isOpen()) {
                names.add(name.value());
              }
            });
    assertThat(names)
        .containsExactlyInAnyOrderElementsOf(
            workflow.steps().stream().map(step -> step.name().value()).toList());
    assertThat(outcome.isCompleted()).isEqualTo(outcome.state().pause().isEmpty());
    assertThat(Map.copyOf(outcome.outputs())).hasSizeLessThanOrEqualTo(plans.size());
  }
}
