package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.autoRun;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.completedBy;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.describedAs;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.fromVariable;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.resources;
import static dev.baton.workflow.WorkflowDsl.retryable;
import static dev.baton.workflow.WorkflowDsl.secret;
import static dev.baton.workflow.WorkflowDsl.timeout;
import static dev.baton.workflow.WorkflowDsl.transform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class WorkflowBuilderTest {
  private static final ToolHandle<?, ?> TOOL = ToolHandle.named("tool");
  private static final ResourceHandle GUIDE = ResourceHandle.of("resource://guide");

  @Test
  void a_workflow_has_sensible_defaults() {
    var workflow = SequentialWorkflow.named("release").step("deploy", TOOL).build();

    assertThat(workflow.description()).isEqualTo("run the workflow release");
    assertThat(workflow.title()).isEmpty();
    assertThat(workflow.errorStrategy()).isEqualTo(ErrorStrategy.failFast());
    assertThat(workflow.traceForm()).isEqualTo(TraceForm.AUTO);
    assertThat(workflow.timeBudget()).isEqualTo(Duration.ofSeconds(40));
    assertThat(workflow.servedAs()).containsExactlyInAnyOrder(ServedAs.values());
    assertThat(workflow.durable()).isFalse();
    assertThat(workflow.steps())
        .containsExactly(
            new WorkflowStep(
                new StepName("deploy"),
                Optional.of(TOOL),
                Map.of(),
                new BindingName("deploy"),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                List.of()));
  }

  @Test
  void everything_of_a_workflow_can_be_set() {
    var workflow =
        SequentialWorkflow.named("release")
            .withTitle("Release it")
            .describedAs("release a version")
            .withErrorStrategy(ErrorStrategy.retry(3, Duration.ofMillis(10)))
            .durable()
            .withTrace(TraceForm.SINGLE)
            .withTimeBudget(Duration.ofSeconds(5))
            .servedAs(ServedAs.PROMPT)
            .step("deploy", TOOL)
            .build();

    assertThat(workflow.title()).contains("Release it");
    assertThat(workflow.description()).isEqualTo("release a version");
    assertThat(workflow.errorStrategy())
        .isEqualTo(new ErrorStrategy.Retry(3, Duration.ofMillis(10)));
    assertThat(workflow.durable()).isTrue();
    assertThat(workflow.traceForm()).isEqualTo(TraceForm.SINGLE);
    assertThat(workflow.timeBudget()).isEqualTo(Duration.ofSeconds(5));
    assertThat(workflow.servedAs()).containsExactly(ServedAs.PROMPT);
  }

  @Test
  void names_are_accepted_as_strings_and_as_what_they_are() {
    var date = new ArgName("date");
    var page = new BindingName("page");
    var find = new StepName("find");

    var typed =
        SequentialWorkflow.named("release")
            .promptArg(date, "When")
            .step(find, TOOL, arg(date, promptArg(date)), bind(page))
            .step(new StepName("look"), guidance("Look"))
            .step(
                "use",
                TOOL,
                arg(new ArgName("all"), fromStep(page)),
                arg("title", fromStep(page, "title")))
            .build();

    assertThat(typed)
        .isEqualTo(
            SequentialWorkflow.named("release")
                .promptArg("date", "When")
                .step("find", TOOL, arg("date", promptArg("date")), bind("page"))
                .step("look", guidance("Look"))
                .step(
                    "use",
                    TOOL,
                    arg("all", fromStep("page")),
                    arg("title", fromStep("page", "title")))
                .build());
  }

  @Test
  void everything_of_an_argument_can_be_set() {
    var arguments =
        SequentialWorkflow.named("release")
            .promptArg(
                "count",
                "How many",
                ofType(ArgumentType.INTEGER),
                oneOf("1", "2"),
                optional(),
                secret(),
                completedBy(typed -> List.of(typed + "0")))
            .promptArg("region", describedAs("Where"))
            .step("deploy", TOOL)
            .build()
            .arguments();

    var count = arguments.get(0);
    assertThat(count.description()).isEqualTo("How many");
    assertThat(count.type()).isEqualTo(ArgumentType.INTEGER);
    assertThat(count.allowedValues()).containsExactly("1", "2");
    assertThat(count.required()).isFalse();
    assertThat(count.secret()).isTrue();
    assertThat(count.completion().orElseThrow().apply("1")).containsExactly("10");
    assertThat(arguments.get(1).description()).isEqualTo("Where");
    assertThat(arguments.get(1).required()).isTrue();
  }

  @Test
  void everything_of_a_step_can_be_set() {
    var step =
        SequentialWorkflow.named("release")
            .durable()
            .step(
                "deploy",
                TOOL,
                arg("constant", constant(List.of(1, "a"))),
                arg("guide", fromResource(GUIDE)),
                arg("ticket", fromVariable("ticket")),
                guidance("Look"),
                resources(GUIDE),
                transform(output -> output.path("x")),
                timeout(Duration.ofSeconds(3)),
                retryable(),
                autoRun())
            .build()
            .steps()
            .get(0);

    assertThat(step.arguments().values())
        .containsExactly(
            new DataSource.Constant(JsonNodeFactory.instance.arrayNode().add(1).add("a")),
            new DataSource.ResourceContent(GUIDE),
            new DataSource.TaskVariable("ticket"));
    assertThat(step.guidance()).contains(new TextTemplate("Look"));
    assertThat(step.resources()).containsExactly(GUIDE);
    assertThat(step.outputTransform()).isPresent();
    assertThat(step.timeout()).contains(Duration.ofSeconds(3));
    assertThat(step.retryable()).isTrue();
    assertThat(step.autoRun()).isTrue();
  }

  @Test
  void names_are_refused_where_they_are_written() {
    var builder = SequentialWorkflow.named("release");

    assertThatThrownBy(() -> builder.promptArg(" "))
        .hasMessage("An argument name is not blank, got ' '");
    assertThatThrownBy(() -> builder.step("", TOOL)).hasMessage("A step name is not blank, got ''");
  }
}
