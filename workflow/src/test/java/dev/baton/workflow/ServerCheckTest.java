package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.computed;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.resources;
import static dev.baton.workflow.WorkflowDsl.transform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerCheckTest {
  private static final String DEPLOY_INPUT =
      """
      {'type': 'object', 'additionalProperties': false, 'required': ['region'],
       'properties': {
         'region': {'type': 'string', 'enum': ['eu', 'us']},
         'replicas': {'type': 'integer', 'minimum': 1},
         'ratio': {'type': 'number'},
         'dry': {'type': ['boolean', 'null']},
         'owner': {'$ref': '#/$defs/Owner'},
         'label': {'anyOf': [{'type': 'string'}, {'type': 'null'}]},
         'tags': {'type': 'array', 'items': {'type': 'string', 'maxLength': 3}},
         'anything': {}},
       '$defs': {'Owner': {'type': 'object', 'properties': {'name': {'type': 'string', 'minLength': 3}}}}}
      """;
  private static final String DEPLOY_OUTPUT =
      """
      {'type': 'object', 'if': {'required': ['code']}, 'else': {'required': ['url']},
       'properties': {
         'url': {'type': 'string'},
         'pods': {'type': 'integer'},
         'load': {'type': 'number'},
         'owner': {'$ref': '#/$defs/Owner'},
         'items': {'type': 'array', 'items': {'$ref': '#/$defs/Owner'}},
         'pair': {'prefixItems': [{'type': 'string'}, {'type': 'integer'}], 'type': 'array'},
         'maybe': {'type': ['string', 'null']},
         'parent': {'anyOf': [{'$ref': '#/$defs/Owner'}, {'type': 'null'}]},
         'extra': {'type': 'object', 'additionalProperties': {'type': 'integer'}}},
       '$defs': {'Owner': {'type': 'object', 'properties': {'name': {'type': 'string'}}}}}
      """;

  private static final ToolHandle<?, ?> DEPLOY = ToolHandle.named("deploy");
  private static final ToolHandle<?, ?> FREE = ToolHandle.named("free");

  private final TestCatalog catalog =
      new TestCatalog()
          .tool("deploy", DEPLOY_INPUT, DEPLOY_OUTPUT)
          .tool("free", "{'type': 'object'}", "")
          .resource("resource://guide")
          .resource("resource://styles/{style}");

  private List<String> messages(WorkflowBuilder... builders) {
    var workflows = Arrays.stream(builders).map(WorkflowBuilder::build).toList();
    return WorkflowCheck.against(catalog).problems(workflows).stream()
        .map(WorkflowProblem::message)
        .toList();
  }

  private static WorkflowBuilder workflow() {
    return SequentialWorkflow.named("release").promptArg("region");
  }

  /** A workflow whose only doubtful part is this option of a step that calls deploy. */
  private static WorkflowBuilder deploying(StepOption option) {
    return workflow()
        .step("first", DEPLOY, arg("region", promptArg("region")))
        .step("go", DEPLOY, arg("region", constant("eu")), option);
  }

  @Test
  void what_fits_is_no_problem() {
    var fits =
        workflow()
            .promptArg("style")
            .promptArg("count", ofType(ArgumentType.INTEGER))
            .instructions(ResourceHandle.of("resource://guide"))
            .step(
                "deploy",
                DEPLOY,
                arg("region", promptArg("region")),
                arg("replicas", promptArg("count")),
                arg("ratio", promptArg("count")),
                arg("owner", constant(Map.of("name", "me {region}"))),
                arg("label", fromResource(ResourceHandle.of("resource://styles/{style}"))),
                arg("dry", constant(true)),
                arg("tags", constant(List.of("a", "{style} is long"))))
            .step(
                "again",
                DEPLOY,
                arg("region", fromStep("deploy", "url")),
                arg("replicas", fromStep("deploy", "load")),
                arg("ratio", fromStep("deploy", "pods")),
                arg("label", fromStep("deploy", "maybe")),
                arg("owner", fromStep("deploy", "items.3")),
                arg("dry", computed(run -> "who knows")),
                arg("anything", fromStep("deploy")))
            .step("free", FREE, arg("whatever", constant(1)))
            .step("last", DEPLOY, arg("region", fromStep("free", "any.thing")));

    assertThat(messages(fits)).isEmpty();
  }

  @Test
  void tools_and_resources_exist() {
    var builder =
        workflow()
            .instructions(ResourceHandle.of("resource://none"))
            .step(
                "go",
                ToolHandle.named("deplyo"),
                arg("x", fromResource(ResourceHandle.of("file://x"))))
            .step("read", resources(ResourceHandle.of("resource://guide/{region}")));

    assertThat(messages(builder))
        .containsExactly(
            "unknown resource 'resource://none';"
                + " available: resource://guide, resource://styles/{style}",
            "unknown tool 'deplyo' in step 'go'; available: deploy, free",
            "unknown resource 'file://x' in step 'go';"
                + " available: resource://guide, resource://styles/{style}",
            "unknown resource 'resource://guide/{region}' in step 'read';"
                + " available: resource://guide, resource://styles/{style}");
  }

  @Test
  void a_tool_takes_the_argument() {
    assertThat(messages(deploying(arg("regoin", constant(1)))))
        .containsExactly(
            "unknown argument 'regoin' of tool 'deploy' in step 'go'; available: region, replicas,"
                + " ratio, dry, owner, label, tags, anything");
  }

  @Test
  void a_tool_without_arguments_says_so() {
    catalog.tool("none", "{'type': 'object', 'additionalProperties': false}", "");

    assertThat(messages(workflow().step("go", ToolHandle.named("none"), arg("x", constant(1)))))
        .containsExactly("unknown argument 'x' of tool 'none' in step 'go'; expected no arguments");
  }

  @Test
  void a_required_argument_is_mapped_unless_there_is_guidance() {
    assertThat(messages(workflow().step("go", DEPLOY)))
        .containsExactly(
            "nothing for the required argument 'region' of tool 'deploy' in step 'go';"
                + " expected a source for it, or guidance so that the client gives it");
    assertThat(messages(workflow().step("go", DEPLOY, guidance("Choose a region")))).isEmpty();
  }

  @Test
  void a_constant_keeps_the_schema() {
    assertThat(messages(deploying(arg("replicas", constant("three")))))
        .containsExactly(
            "constant \"three\" for 'replicas' of tool 'deploy' in step 'go';"
                + " expected a value of its schema: string found, integer expected");
    assertThat(messages(deploying(arg("replicas", constant(0))))).hasSize(1);
    assertThat(messages(deploying(arg("owner", constant(Map.of("name", "me"))))))
        .singleElement()
        .asString()
        .startsWith("constant {\"name\":\"me\"} for 'owner' of tool 'deploy' in step 'go';")
        .contains("/name: ");
    assertThat(messages(deploying(arg("tags", constant(List.of("long", "also")))))).hasSize(2);
  }

  @Test
  void of_a_constant_with_variables_only_the_type_is_known() {
    assertThat(messages(deploying(arg("label", constant("{region}"))))).isEmpty();
    assertThat(messages(deploying(arg("replicas", constant("{region}")))))
        .containsExactly(
            "constant \"{region}\" for 'replicas' of tool 'deploy' in step 'go';"
                + " expected a value of its schema: string found, integer expected");
    assertThat(messages(deploying(arg("owner", constant(List.of("{region}"))))))
        .singleElement()
        .asString()
        .endsWith("array found, object expected");
  }

  @Test
  void doubled_braces_count_as_one() {
    assertThat(messages(deploying(arg("tags", constant(List.of("{{ab"))))))
        .as("three characters")
        .isEmpty();
  }

  @Test
  void a_prompt_argument_fits_the_tool() {
    assertThat(messages(deploying(arg("replicas", promptArg("region")))))
        .containsExactly(
            "prompt argument 'region' of type string for 'replicas' of tool 'deploy' in step 'go';"
                + " expected integer");
    assertThat(messages(deploying(arg("dry", promptArg("region")))))
        .containsExactly(
            "prompt argument 'region' of type string for 'dry' of tool 'deploy' in step 'go';"
                + " expected boolean or null");
    assertThat(messages(deploying(arg("label", promptArg("region"))))).isEmpty();
  }

  @Test
  void some_allowed_value_of_an_argument_fits_the_tool() {
    var none =
        workflow()
            .promptArg("place", oneOf("mars", "moon"))
            .step("go", DEPLOY, arg("region", promptArg("place")));
    var some =
        workflow()
            .promptArg("place", oneOf("mars", "eu"))
            .step("go", DEPLOY, arg("region", promptArg("place")));

    assertThat(messages(none))
        .containsExactly(
            "prompt argument 'place', none of whose values fits 'region' of tool 'deploy' in step"
                + " 'go'; expected a value of its schema: must be one of [\"eu\", \"us\"]");
    assertThat(messages(some)).isEmpty();
  }

  @Test
  void an_output_fits_the_tool() {
    assertThat(messages(deploying(arg("replicas", fromStep("first", "url")))))
        .containsExactly(
            "output 'first.url' of type string for 'replicas' of tool 'deploy' in step 'go';"
                + " expected integer");
    assertThat(messages(deploying(arg("label", fromStep("first", "owner.name"))))).isEmpty();
    assertThat(messages(deploying(arg("replicas", fromStep("first", "items.0.name"))))).hasSize(1);
    assertThat(messages(deploying(arg("replicas", fromStep("first", "pair.1"))))).isEmpty();
    assertThat(messages(deploying(arg("replicas", fromStep("first", "pair.0"))))).hasSize(1);
    assertThat(messages(deploying(arg("replicas", fromStep("first", "parent.name"))))).hasSize(1);
    assertThat(messages(deploying(arg("label", fromStep("first", "extra.any")))))
        .containsExactly(
            "output 'first.extra.any' of type integer for 'label' of tool 'deploy' in step 'go';"
                + " expected string or null");
    assertThat(messages(deploying(arg("label", fromStep("first")))))
        .containsExactly(
            "output 'first' of type object for 'label' of tool 'deploy' in step 'go';"
                + " expected string or null");
  }

  @Test
  void an_output_has_the_field() {
    assertThat(messages(deploying(arg("label", fromStep("first", "urll")))))
        .containsExactly(
            "unknown field 'urll' of output 'first' in step 'go'; available: url, pods, load, owner,"
                + " items, pair, maybe, parent, extra");
    assertThat(messages(deploying(arg("label", fromStep("first", "url.host")))))
        .containsExactly(
            "unknown field 'host' in 'url.host' of output 'first' in step 'go';"
                + " expected no field of a value of type string");
    assertThat(messages(deploying(arg("label", fromStep("first", "items.name"))))).hasSize(1);
    assertThat(messages(deploying(arg("label", fromStep("first", "items.1.nam"))))).hasSize(1);
    assertThat(messages(deploying(arg("label", fromStep("first", "parent.nam"))))).hasSize(1);
  }

  @Test
  void fields_may_come_from_elsewhere_in_the_schema() {
    catalog.tool(
        "open",
        "{'type': 'object'}",
        "{'properties': {'a': {}}, 'then': {'properties': {'b': {}}}, 'if': {'required': ['b']}}");
    var builder =
        workflow()
            .step("open", ToolHandle.named("open"))
            .step("go", DEPLOY, arg("region", fromStep("open", "b")));

    assertThat(messages(builder)).isEmpty();
  }

  @Test
  void nothing_is_known_of_an_output_that_is_transformed() {
    var builder =
        workflow()
            .step("first", DEPLOY, arg("region", constant("eu")), transform(it -> it.path("pods")))
            .step("go", DEPLOY, arg("region", fromStep("first", "none.of.this")));

    assertThat(messages(builder)).isEmpty();
  }

  @Test
  void names_clash_with_prompts_and_tools() {
    catalog.prompt("greet").tool("run_deploy_all", "{'type': 'object'}", "");

    assertThat(messages(SequentialWorkflow.named("greet").step("a", FREE)))
        .containsExactly(
            "name 'greet' of another prompt; expected a name that no other prompt has");
    assertThat(messages(SequentialWorkflow.named("deploy-all").step("a", FREE)))
        .containsExactly(
            "name 'deploy-all', whose tool would be 'run_deploy_all', the name of another tool;"
                + " expected another name, or a workflow that is not served as a tool");
    assertThat(
            messages(
                SequentialWorkflow.named("deploy-all").servedAs(ServedAs.PROMPT).step("a", FREE)))
        .isEmpty();
  }

  @Test
  void workflows_clash_with_each_other() {
    var one = SequentialWorkflow.named("a-b").step("a", FREE);
    var same = SequentialWorkflow.named("a-b").step("a", FREE);
    var sameTool = SequentialWorkflow.named("a_b").step("a", FREE);

    assertThat(messages(one, same, sameTool))
        .containsExactly(
            "name 'a-b' of another prompt; expected a name that no other prompt has",
            "name 'a_b', whose tool would be 'run_a_b', the name of another tool;"
                + " expected another name, or a workflow that is not served as a tool");
  }

  @Test
  void a_workflow_may_call_another() {
    var caller = SequentialWorkflow.named("caller").step("a", ToolHandle.named("run_callee"));
    var callee = SequentialWorkflow.named("callee").step("a", FREE);

    assertThat(messages(caller, callee)).isEmpty();
    assertThat(messages(caller)).hasSize(1);
  }

  @Test
  void a_broken_schema_says_nothing() {
    catalog.tool("odd", "{'properties': {'a': {'$ref': '#/$defs/None'}, 'b': {'type': 7}}}", "");

    assertThat(messages(workflow().step("go", ToolHandle.named("odd"), arg("a", constant(1)))))
        .isEmpty();
  }

  @Test
  void the_problems_of_all_workflows_come_in_one_exception() {
    var workflows =
        List.of(
            SequentialWorkflow.named("one").step("a", ToolHandle.named("x")).build(),
            SequentialWorkflow.named("two").step("a", ToolHandle.named("y")).build());

    assertThatThrownBy(() -> WorkflowCheck.against(catalog).require(workflows))
        .isInstanceOf(InvalidWorkflowException.class)
        .hasMessage(
            """
            2 problems:
              workflow 'one': unknown tool 'x' in step 'a'; available: deploy, free
              workflow 'two': unknown tool 'y' in step 'a'; available: deploy, free""");
  }
}
