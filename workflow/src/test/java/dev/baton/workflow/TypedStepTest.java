package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.computed;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.fromVariable;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.optional;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.workflow.reference.Component;
import dev.baton.workflow.reference.Output;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TypedStepTest {
  enum Stage {
    TEST,
    LIVE
  }

  private record Inner(String deepName) {}

  record Out(Inner inner, List<Inner> items, Optional<Integer> maybe, int count) {
    String notAComponent() {
      return "";
    }
  }

  record In(
      String plainText,
      int count,
      long big,
      Optional<String> note,
      Optional<Integer> limit,
      Inner inner,
      List<String> tags,
      Stage stage,
      @JsonProperty("odd-Name") String renamed) {
    static String outside(In in) {
      return in.plainText();
    }
  }

  private static final ToolHandle<In, Out> TOOL = ToolHandle.named("tool");

  private final WorkflowBuilder flow = SequentialWorkflow.named("release");

  private Map<String, String> arguments() {
    var arguments = new LinkedHashMap<String, String>();
    var steps = flow.build().steps();
    steps
        .get(steps.size() - 1)
        .arguments()
        .forEach((name, source) -> arguments.put(name.value(), source.toString()));
    return arguments;
  }

  @Test
  void arguments_have_the_names_that_the_tool_has_on_the_wire() {
    flow.call("a", TOOL)
        .arg(In::plainText)
        .from(constant("a"))
        .arg(In::renamed)
        .from(constant("b"))
        .arg(In::stage)
        .from(constant(Stage.LIVE))
        .arg(In::inner)
        .from(constant(new Inner("x")))
        .arg(In::tags)
        .from(constant(List.of("y")));

    assertThat(arguments())
        .containsExactly(
            Map.entry("plain_text", "Constant[value=\"a\"]"),
            Map.entry("odd-Name", "Constant[value=\"b\"]"),
            Map.entry("stage", "Constant[value=\"live\"]"),
            Map.entry("inner", "Constant[value={\"deep_name\":\"x\"}]"),
            Map.entry("tags", "Constant[value=[\"y\"]]"));
  }

  @Test
  void fields_of_an_output_are_reached_by_their_components() {
    Output<Out> out = flow.call("a", TOOL).output();
    flow.call("b", TOOL)
        .arg(In::plainText)
        .from(out.field(Out::inner).field(Inner::deepName))
        .arg(In::count)
        .from(out.field(Out::count))
        .arg(In::inner)
        .from(out.element(Out::items, 2))
        .arg(In::renamed)
        .from(out.element(Out::items, 0).field(Inner::deepName));

    assertThat(arguments())
        .containsEntry("plain_text", output("a", "inner.deep_name"))
        .containsEntry("count", output("a", "count"))
        .containsEntry("inner", output("a", "items.2"))
        .containsEntry("odd-Name", output("a", "items.0.deep_name"));
  }

  private static String output(String binding, String path) {
    return "StepOutput[binding=%s, field=Optional[%s]]".formatted(binding, path);
  }

  @Test
  void a_value_may_go_into_an_optional_and_an_optional_too() {
    Output<Out> out = flow.call("a", TOOL).output();
    flow.call("b", TOOL)
        .arg(In::note)
        .from(constant("there"))
        .arg(In::limit)
        .from(out.field(Out::maybe));

    assertThat(arguments())
        .containsEntry("note", "Constant[value=\"there\"]")
        .containsEntry("limit", output("a", "maybe"));
  }

  @Test
  void prompt_arguments_have_types() {
    flow.call("a", TOOL)
        .arg(In::count)
        .from(flow.argument("count", Integer.class))
        .arg(In::big)
        .from(flow.argument("big", long.class))
        .arg(In::stage)
        .from(flow.argument("stage", Stage.class))
        .arg(In::limit)
        .from(flow.optionalArgument("limit", Integer.class));

    assertThat(flow.build().arguments())
        .extracting(WorkflowArgument::type)
        .containsExactly(
            ArgumentType.INTEGER, ArgumentType.INTEGER, ArgumentType.STRING, ArgumentType.INTEGER);
    assertThat(flow.build().arguments().get(2).allowedValues()).containsExactly("test", "live");
    assertThat(flow.build().arguments())
        .extracting(WorkflowArgument::required)
        .containsExactly(true, true, true, false);
  }

  @Test
  void a_type_that_text_cannot_be_is_refused() {
    assertThatThrownBy(() -> flow.argument("inner", Inner.class))
        .hasMessage(
            "Argument 'inner' cannot be a Inner, because clients send arguments as text; use String,"
                + " Integer, Long, Double, BigDecimal, Boolean, UUID, Instant or an enum");
  }

  @Test
  void options_do_not_contradict_the_type() {
    var message =
        "The type of argument 'x' says what it is and that it is required;"
            + " leave optional() and ofType() away, or use optionalArgument()";

    assertThatThrownBy(() -> flow.argument("x", String.class, optional())).hasMessage(message);
    assertThatThrownBy(() -> flow.argument("x", String.class, ofType(ArgumentType.NUMBER)))
        .hasMessage(message);
  }

  @Test
  void resources_variables_and_functions_have_types_too() {
    flow.durable()
        .call("a", TOOL)
        .arg(In::plainText)
        .from(fromResource(ResourceHandle.of("resource://guide")))
        .arg(In::count)
        .from(computed(run -> run.output("x").isPresent() ? 1 : 2))
        .arg(In::big)
        .from(fromVariable("big", Long.class));

    assertThat(arguments()).containsKeys("plain_text", "count", "big");
  }

  @Test
  void typed_handles_go_into_untyped_steps() {
    var name = flow.argument("name", String.class);
    var out = flow.call("a", TOOL).with(bind("first")).output();
    flow.step("b", TOOL, arg("x", name), arg("y", out.field(Out::count)));

    assertThat(arguments()).containsEntry("y", output("first", "count"));
  }

  @Test
  void a_lambda_is_refused() {
    var step = flow.call("a", TOOL);

    // why two lines of lambda: the method reference is what a reader would write
    Component<In, String> lambda = in -> in.plainText();
    assertThatThrownBy(() -> step.arg(lambda))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A lambda has no name, so it cannot say which component it means;"
                + " use a method reference such as Deploy::region");
  }

  @Test
  void a_method_that_is_no_component_is_refused() {
    var out = flow.call("a", TOOL).output();

    assertThatThrownBy(() -> out.field(Out::notAComponent))
        .hasMessage(
            "Out::notAComponent is no component of the record Out;"
                + " available: inner, items, maybe, count");
    var step = flow.call("b", TOOL);
    assertThatThrownBy(() -> step.arg(In::outside))
        .hasMessageStartingWith("In::outside is no component");
  }

  @Test
  void a_method_of_no_record_is_refused() {
    var step = flow.call("a", TOOL);
    Component<In, String> foreign = TypedStepTest::foreign;

    assertThatThrownBy(() -> step.arg(foreign))
        .hasMessage(
            "TypedStepTest::foreign is no component of a record; TypedStepTest is no record");
  }

  private static String foreign(In in) {
    return in.plainText();
  }

  @Test
  void a_component_that_is_no_method_reference_at_all_is_refused() {
    var step = flow.call("a", TOOL);
    var written =
        new Component<In, String>() {
          @Override
          public String of(In in) {
            return in.plainText();
          }
        };

    assertThatThrownBy(() -> step.arg(written))
        .hasMessageContaining("is no method reference that can be looked into");
  }

  @Test
  void an_argument_without_a_source_is_a_problem() {
    var unused = flow.call("a", TOOL).arg(In::count);

    assertThatThrownBy(flow::build)
        .hasMessageContaining("argument 'count' without a source in step 'a'")
        .hasMessageContaining("expected from(...) after arg(...)");
  }
}
