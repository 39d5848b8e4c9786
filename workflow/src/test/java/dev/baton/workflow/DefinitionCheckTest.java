package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.computed;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.fromVariable;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.resources;
import static dev.baton.workflow.WorkflowDsl.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionCheckTest {
  private static final ToolHandle<?, ?> TOOL = ToolHandle.named("tool");
  private static final ResourceHandle GUIDE = ResourceHandle.of("resource://guides/{style}");

  private static WorkflowBuilder workflow() {
    return SequentialWorkflow.named("release");
  }

  private static List<String> messages(WorkflowBuilder builder) {
    return problems(builder).stream().map(WorkflowProblem::message).toList();
  }

  private static List<WorkflowProblem> problems(WorkflowBuilder builder) {
    return catchThrowableOfType(InvalidWorkflowException.class, builder::build).problems();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void a_workflow_has_a_name(String name) {
    assertThat(messages(SequentialWorkflow.named(name).step("a", TOOL)))
        .containsExactly("no name; expected a name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "a\u0007", "ä"})
  void a_name_can_be_the_name_of_a_tool(String name) {
    assertThat(problems(SequentialWorkflow.named(name).step("a", TOOL)))
        .singleElement()
        .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.INVALID_NAME))
        .satisfies(
            it ->
                assertThat(it.message())
                    .endsWith("; expected at most 124 letters, digits, '_', '-' and '.'")
                    .doesNotContain("\u0007"));
  }

  @Test
  void a_workflow_has_steps() {
    assertThat(messages(workflow())).containsExactly("no steps; expected at least one step");
  }

  @Test
  void an_unknown_binding_is_told_with_those_that_exist() {
    var builder =
        workflow()
            .step("normalize", TOOL, bind("normalized"))
            .step("build", TOOL, arg("project", fromStep("norm")))
            .step("last", TOOL);

    assertThat(problems(builder))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it)
                  .hasToString("unknown binding 'norm' in step 'build'; available: normalized");
              assertThat(it.kind()).isEqualTo(Kind.UNKNOWN_BINDING);
              assertThat(it.kind().wireName()).isEqualTo("unknown_binding");
              assertThat(it.workflow()).isEqualTo("release");
              assertThat(it.step()).contains(new StepName("build"));
              assertThat(it.place()).hasToString("/steps/1/args/project");
              assertThat(it.found()).isEqualTo("unknown binding 'norm'");
              assertThat(it.expected()).isEqualTo("the output of an earlier step");
              assertThat(it.available()).containsExactly("normalized");
              assertThat(it.line()).isEmpty();
            });
  }

  @Test
  void a_step_that_binds_another_name_is_not_found_by_its_own() {
    var builder =
        workflow()
            .step("normalize", TOOL, bind("normalized"))
            .step("build", TOOL, arg("project", fromStep("normalize", "name")));

    assertThat(messages(builder))
        .containsExactly("unknown binding 'normalize' in step 'build'; available: normalized");
  }

  @Test
  void the_first_step_has_nothing_to_read_from() {
    assertThat(messages(workflow().step("a", TOOL, arg("x", fromStep("y")))))
        .containsExactly("unknown binding 'y' in step 'a'; expected the output of an earlier step");
  }

  @Test
  void a_later_binding_is_told_as_later() {
    var builder =
        workflow()
            .step("zero", TOOL)
            .step("a", TOOL, arg("x", fromStep("b")))
            .step("second", TOOL, bind("b"));

    assertThat(problems(builder))
        .extracting(WorkflowProblem::kind)
        .containsExactly(Kind.LATER_BINDING);
    assertThat(messages(builder))
        .containsExactly("binding 'b' of the later step 'second' in step 'a'; available: zero");
  }

  @Test
  void a_cycle_is_named_as_one_and_only_once() {
    var builder =
        workflow()
            .step("a", TOOL, arg("x", fromStep("b")))
            .step("b", TOOL, arg("x", fromStep("c")))
            .step("c", TOOL, arg("x", fromStep("a")));

    assertThat(messages(builder))
        .containsExactly(
            "cycle 'a' -> 'b' -> 'c' -> 'a' in step 'a';"
                + " expected steps that read only from earlier ones");
  }

  @Test
  void a_step_that_reads_itself_is_a_cycle() {
    assertThat(messages(workflow().step("a", TOOL, arg("x", fromStep("a")))))
        .containsExactly(
            "cycle 'a' -> 'a' in step 'a'; expected steps that read only from earlier ones");
  }

  @Test
  void a_step_without_a_tool_has_no_output() {
    var builder =
        workflow()
            .step("read", resources(ResourceHandle.of("resource://a")))
            .step("a", TOOL, arg("x", fromStep("read")));

    assertThat(messages(builder))
        .containsExactly(
            "binding 'read' of a step without a tool in step 'a';"
                + " expected the output of an earlier step");
  }

  @Test
  void a_step_without_a_tool_has_something_to_say() {
    assertThat(messages(workflow().step("a", bind("b"), arg("x", constant(1)))))
        .containsExactly(
            "nothing to do in step 'a'; expected a tool, resources or guidance",
            "argument 'x' without a tool in step 'a'; expected a tool that takes it",
            "binding 'b' without a tool in step 'a'; expected a tool whose output it names");
  }

  @Test
  void names_are_not_given_twice() {
    var builder =
        workflow()
            .promptArg("x")
            .promptArg("x")
            .step("a", TOOL, bind("out"))
            .step("b", TOOL, bind("out"))
            .step("a", TOOL, arg("p", constant(1)), arg("p", constant(2)));

    assertThat(messages(builder))
        .containsExactly(
            "duplicate argument 'x'; expected a name that no other argument has",
            "duplicate binding 'out' in step 'b'; expected another name, because step 'a' has this",
            "duplicate argument 'p' in step 'a'; expected one source for each argument",
            "duplicate step 'a' in step 'a'; expected a name that no other step has");
  }

  @Test
  void a_steps_own_name_clashes_with_a_binding() {
    var builder = workflow().step("a", TOOL, bind("b")).step("b", TOOL);

    assertThat(messages(builder))
        .containsExactly(
            "duplicate binding 'b' in step 'b'; expected another name, because step 'a' has this");
  }

  @Test
  void undeclared_arguments_are_found_wherever_they_can_be_named() {
    var builder =
        workflow()
            .promptArg("region")
            .instructions(GUIDE)
            .step(
                "a",
                TOOL,
                arg("one", promptArg("regoin")),
                arg("two", constant("in {regoin} or {{not} {region}")),
                arg("three", constant(Map.of("deep", List.of("{deep}")))),
                arg("four", fromResource(GUIDE)),
                guidance("Deploy to {place}, {\"json\": 1}"),
                resources(GUIDE));

    assertThat(messages(builder))
        .containsExactly(
            "unbound variable '{style}'; available: region",
            "undeclared argument 'regoin' in step 'a'; available: region",
            "unbound variable '{regoin}' in step 'a'; available: region",
            "unbound variable '{deep}' in step 'a'; available: region",
            "unbound variable '{style}' in step 'a'; available: region",
            "unbound variable '{place}' in step 'a'; available: region",
            "unbound variable '{style}' in step 'a'; available: region");
    assertThat(problems(builder))
        .extracting(it -> it.place().toString())
        .containsExactly(
            "/instructions/0",
            "/steps/0/args/one",
            "/steps/0/args/two",
            "/steps/0/args/three",
            "/steps/0/args/four",
            "/steps/0/guidance",
            "/steps/0/resources/0");
  }

  @Test
  void a_known_name_in_braces_that_is_no_variable_is_told_and_does_not_stay_in_the_text() {
    var builder =
        workflow()
            .promptArg("region")
            .step("made", TOOL, arg("one", constant("{region!}")))
            .step("b", TOOL, arg("one", constant("x")), guidance("{made.ids[0]} {other[0]}"));

    assertThat(messages(builder))
        .containsExactly(
            "misspelt variable '{region!}' in step 'made'; expected letters, digits, '_', '-' and"
                + " '.' alone in braces, or {{ for a literal brace",
            "misspelt variable '{made.ids[0]}' in step 'b'; expected letters, digits, '_', '-' and"
                + " '.' alone in braces, or {{ for a literal brace");
  }

  @Test
  void without_declared_arguments_the_message_says_what_to_do() {
    assertThat(messages(workflow().step("a", guidance("{x}"))))
        .containsExactly(
            "unbound variable '{x}' in step 'a';"
                + " expected a declared argument, or {{ for a literal brace");
  }

  @Test
  void a_variable_of_a_task_needs_a_durable_workflow() {
    var builder = workflow().step("a", TOOL, arg("x", fromVariable("ticket")));

    assertThat(messages(builder))
        .containsExactly(
            "variable 'ticket' without a durable task in step 'a'; expected a durable workflow");
    assertThat(builder.durable().build().durable()).isTrue();
  }

  @Test
  void allowed_values_are_of_the_arguments_type() {
    var builder =
        workflow()
            .promptArg("count", ofType(ArgumentType.INTEGER), oneOf("1", "two"))
            .step("a", TOOL, arg("x", promptArg("count")));

    assertThat(messages(builder))
        .containsExactly("value 'two' of argument 'count'; expected values of type integer");
  }

  @Test
  void times_are_greater_than_zero_and_it_is_served_somehow() {
    var builder =
        workflow()
            .withTimeBudget(Duration.ZERO)
            .servedAs()
            .step("a", TOOL, timeout(Duration.ofSeconds(-1)));

    assertThat(messages(builder))
        .containsExactly(
            "time budget of PT0S; expected a time greater than zero",
            "served in no way; expected at least one of prompt, tool and skill",
            "timeout of PT-1S in step 'a'; expected a time greater than zero");
  }

  @Test
  void what_only_a_run_knows_is_no_problem() {
    var workflow =
        workflow()
            .step("a", TOOL, arg("x", computed(run -> run.argument("anything"))))
            .step("b", TOOL, arg("x", fromStep("a", "any.0.field")))
            .build();

    assertThat(WorkflowCheck.definition(workflow)).isEmpty();
  }

  @Test
  void the_exception_lists_every_problem() {
    var builder =
        SequentialWorkflow.named("release")
            .step("a", TOOL, arg("x", promptArg("y")), arg("z", fromStep("q")));

    assertThat(catchThrowableOfType(InvalidWorkflowException.class, builder::build))
        .hasMessage(
            """
            2 problems:
              workflow 'release': undeclared argument 'y' in step 'a'; expected a declared argument
              workflow 'release': unknown binding 'q' in step 'a'; expected the output of an earlier step""");
  }

  @Test
  void a_name_that_an_argument_and_an_output_have_is_listed_once() {
    assertThat(
            messages(
                workflow().promptArg("region").step("region", TOOL).step("b", guidance("{x.y}"))))
        .containsExactly("unbound variable '{x.y}' in step 'b'; available: region");
  }

  @Test
  void a_long_list_of_names_is_cut() {
    var builder = workflow();
    for (var i = 0; i < 25; i++) {
      builder.promptArg("arg" + i);
    }

    assertThat(messages(builder.step("a", guidance("{x}"))).get(0))
        .startsWith("unbound variable '{x}' in step 'a'; available: arg0, arg1")
        .endsWith("arg19 and 5 more");
    assertThat(problems(builder).get(0).available()).hasSize(25);
  }
}
