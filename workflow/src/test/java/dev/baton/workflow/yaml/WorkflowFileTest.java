package dev.baton.workflow.yaml;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.autoRun;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.constant;
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
import static dev.baton.workflow.WorkflowDsl.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TestCatalog;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.NullNode;

class WorkflowFileTest {
  private static final ResourceHandle GUIDE = ResourceHandle.of("resource://guide");

  private static List<String> problems(String yaml) {
    return WorkflowFile.parse("release.yaml", yaml).problems().stream()
        .map(WorkflowProblem::toString)
        .toList();
  }

  @Test
  void a_file_makes_the_same_workflow_as_the_builder() {
    var file =
        WorkflowFile.parse(
            "release.yaml",
            """
            name: release
            title: Release it
            description: release a version
            durable: true
            trace: single
            on_error:
              retry: {attempts: 3, backoff_ms: 250}
            arguments:
              - name: region
                description: Where
                values: [eu, us]
              - {name: count, required: false, type: integer, values: [1, 2]}
            instructions:
              - resource://guide
            steps:
              - name: deploy
                tool: deploy_service
                args:
                  region: {from_arg: region}
                  text: "in {region}"
                  size: 0x10
                  ratio: 1.50
                  on: true
                  none: ~
                  tags: [a, 2]
                  owner: {constant: {name: me}}
                  guide: {from_resource: "resource://guide"}
                  ticket: {from_variable: ticket}
                bind: deployed
                guidance: |
                  Look at {region}
                resources: [resource://guide]
                retryable: true
                auto_run: true
                timeout_ms: 5000
              - name: notify
                tool: notify_team
                args:
                  url: {from_step: deployed, field: urls.0}
                  all: {from_step: deployed}
              - name: think
                guidance: Think
            """);

    assertThat(file.problems()).isEmpty();
    assertThat(file.workflow())
        .contains(
            SequentialWorkflow.named("release")
                .withTitle("Release it")
                .describedAs("release a version")
                .durable()
                .withTrace(TraceForm.SINGLE)
                .withErrorStrategy(ErrorStrategy.retry(3, Duration.ofMillis(250)))
                .promptArg("region", "Where", oneOf("eu", "us"))
                .promptArg("count", optional(), ofType(ArgumentType.INTEGER), oneOf("1", "2"))
                .instructions(GUIDE)
                .step(
                    "deploy",
                    ToolHandle.named("deploy_service"),
                    arg("region", promptArg("region")),
                    arg("text", constant("in {region}")),
                    arg("size", constant(16)),
                    arg("ratio", constant(new BigDecimal("1.50"))),
                    arg("on", constant(true)),
                    arg("none", constant(NullNode.getInstance())),
                    arg("tags", constant(List.of("a", 2))),
                    arg("owner", constant(Map.of("name", "me"))),
                    arg("guide", fromResource(GUIDE)),
                    arg("ticket", fromVariable("ticket")),
                    bind("deployed"),
                    guidance("Look at {region}\n"),
                    resources(GUIDE),
                    retryable(),
                    autoRun(),
                    timeout(Duration.ofSeconds(5)))
                .step(
                    "notify",
                    ToolHandle.named("notify_team"),
                    arg("url", fromStep("deployed", "urls.0")),
                    arg("all", fromStep("deployed")))
                .step("think", guidance("Think"))
                .build());
  }

  @Test
  void seven_mistakes_are_seven_problems_with_their_lines() {
    var file =
        WorkflowFile.parse(
            "release.yaml",
            """
            name: release
            description: release a version
            colour: blue
            arguments:
              - name: region
                type: text
              - name: count
                type: integer
            instructions:
              - resource://nowhere
            steps:
              - name: first
                tool: deplyo
                args:
                  region: {from_arg: regoin}
              - name: second
                tool: deploy
                args:
                  region: eu
                  replicas: three
                  label: {from_step: frist}
            """);
    var catalog =
        new TestCatalog()
            .resource("resource://guide")
            .tool(
                "deploy",
                "{'properties': {'region': {}, 'replicas': {'type': 'integer'}, 'label': {}}}",
                "");

    assertThat(file.workflow()).isEmpty();
    assertThat(file.problems(catalog, List.of()))
        .extracting(WorkflowProblem::toString)
        .containsExactly(
            "line 3: unknown key 'colour'; available: name, title, description, durable, trace,"
                + " on_error, arguments, instructions, steps",
            "line 6: 'text' as 'type'; available: string, integer, number, boolean",
            "line 10: unknown resource 'resource://nowhere'; available: resource://guide",
            "line 13: unknown tool 'deplyo' in step 'first'; available: deploy",
            "line 15: undeclared argument 'regoin' in step 'first'; available: region, count",
            "line 20: constant \"three\" for 'replicas' of tool 'deploy' in step 'second';"
                + " expected a value of its schema: string found, integer expected",
            "line 21: unknown binding 'frist' in step 'second'; available: first");
    assertThat(file.problems(catalog, List.of()))
        .allSatisfy(problem -> assertThat(problem.workflow()).isEqualTo("release"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          name: 5                                      | line 1: '5' as 'name'; expected text; put it in quotes
          name:                                        | line 1: nothing as 'name'; expected text
          name: [a]                                    | line 1: a list as 'name'; expected text
          name: a b                                    | line 1: name 'a b'; expected at most 124 letters, digits, '_', '-' and '.'
          name: a,name: b                              | line 2: duplicate key 'name'; expected each key once
          title: {a: b}                                | line 2: a mapping as 'title'; expected text
          durable: yes                                 | line 2: 'yes' as 'durable'; expected true or false
          trace: loud                                  | line 2: 'loud' as 'trace'; available: auto, messages, single
          on_error: panic                              | line 2: 'panic' as 'on_error'; available: fail_fast, collect_errors, retry: {attempts, backoff_ms}
          on_error: {retry: {attempts: 0}}             | line 2: '0' as 'attempts'; expected a whole number from 1 to 100
          on_error: {retry: {}}                        | line 2: no 'attempts'; expected how often a step is tried
          on_error: {retry: {attempts: 2, backof: 1}}  | line 2: unknown key 'backof'; available: attempts, backoff_ms
          on_error: {retry: 3}                         | line 2: '3'; expected a mapping with the keys attempts, backoff_ms
          arguments: region                            | line 2: 'region' as 'arguments'; expected a list
          arguments: [region]                          | line 2: 'region'; expected a mapping with the keys name, description, required, type, values
          arguments: [{type: string}]                  | line 2: no 'name'; expected the key 'name'
          arguments: [{name: " "}]                     | line 2: argument name ' '; expected a name that is not blank and has no control characters
          arguments: [{name: a, secret: true}]         | line 2: unknown key 'secret'; available: name, description, required, type, values
          arguments: [{name: a, values: [[]]}]         | line 2: a list as a value; expected text
          arguments: [{name: a, type: integer, values: [x]}] | line 2: value 'x' of argument 'a'; expected values of type integer
          instructions: [http://x]                     | line 2: resource URI 'http://x'; expected resource:// or file:// at its start, and no control characters
          instructions: [{}]                           | line 2: a mapping as 'instructions'; expected text
          ? [a]                                        | line 2: a list as a key; expected text
          """)
  void mistakes_outside_of_steps_have_their_line(String lines, String problem) {
    var given = lines.startsWith("name:") ? lines.replace(',', '\n') : "name: release\n" + lines;

    assertThat(problems(given + "\nsteps:\n  - {name: a, guidance: think}\n"))
        .containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          steps: []                                            | line 2: no steps; expected at least one step
          title: none                                          | line 1: no steps; expected at least one step
          steps: {}                                            | line 2: a mapping as 'steps'; expected a list
          steps: [a]                                           | line 2: 'a'; expected a mapping with the keys name, tool, args, bind, guidance, resources, retryable, auto_run, timeout_ms, require, otherwise
          steps: [{tool: t}]                                   | line 2: no 'name'; expected the key 'name'
          steps: [{name: a}]                                   | line 2: nothing to do in step 'a'; expected a tool, resources or guidance
          steps: [{name: a, tol: t}]                           | line 2: unknown key 'tol' in step 'a'; available: name, tool, args, bind, guidance, resources, retryable, auto_run, timeout_ms, require, otherwise
          steps: [{name: a, tool: " "}]                        | line 2: tool name ' ' in step 'a'; expected a name that is not blank and has no control characters
          steps: [{name: a, tool: [t]}]                        | line 2: a list as 'tool' in step 'a'; expected text
          steps: [{name: a, tool: t, bind: 7}]                 | line 2: '7' as 'bind' in step 'a'; expected text; put it in quotes
          steps: [{name: a, tool: t, timeout_ms: 0}]           | line 2: '0' as 'timeout_ms' in step 'a'; expected a whole number from 1 to 2147483647
          steps: [{name: a, tool: t, retryable: 1}]            | line 2: '1' as 'retryable' in step 'a'; expected true or false
          steps: [{name: a, tool: t, resources: [x]}]          | line 2: resource URI 'x' in step 'a'; expected resource:// or file:// at its start, and no control characters
          steps: [{name: a, tool: t, args: [x]}]               | line 2: a list in step 'a'; expected a mapping
          steps: [{name: a, tool: t, args: {"": 1}}]           | line 2: argument name '' in step 'a'; expected a name that is not blank and has no control characters
          steps: [{name: a, tool: t, args: {x: {from_stepp: y}}}]   | line 2: unknown key 'from_stepp' in step 'a'; available: from_arg, from_step, field, from_resource, from_variable, constant
          steps: [{name: a, tool: t, args: {x: {}}}]           | line 2: a mapping that names no source in step 'a'; expected one of from_arg, from_step, from_resource, from_variable, constant
          steps: [{name: a, tool: t, args: {x: {from_arg: y, constant: 1}}}] | line 2: several sources: from_arg, constant in step 'a'; expected one of from_arg, from_step, from_resource, from_variable, constant
          steps: [{name: a, tool: t, args: {x: {constant: 1, field: f}}}] | line 2: 'field' without 'from_step' in step 'a'; expected both or none
          steps: [{name: a, tool: t, args: {x: {from_resource: y}}}] | line 2: resource URI 'y' in step 'a'; expected resource:// or file:// at its start, and no control characters
          steps: [{name: a, tool: t, args: {x: {constant: {k: 1, k: 2}}}}] | line 2: duplicate key 'k' in step 'a'; expected each key once
          steps: [{name: a, tool: t, args: {x: .inf}}]         | line 2: the number '.inf' in step 'a'; expected a value that JSON has too
          steps: [{name: a, tool: t, args: {x: 1e999999999}}]  | line 2: the number '1e999999999' in step 'a'; expected a value that JSON has too
          steps: [{name: a, tool: t, args: {x: !thing y}}]     | line 2: the tag '!thing' in step 'a'; expected a value that JSON has too
          steps: [{name: a, tool: t, args: {x: {from_variable: v}}}] | line 2: variable 'v' without a durable task in step 'a'; expected a durable workflow
          steps: [{name: a, guidance: "{x}"}]                  | line 2: unbound variable '{x}' in step 'a'; expected a declared argument, or {{ for a literal brace
          """)
  void mistakes_in_steps_have_their_line(String line, String problem) {
    assertThat(problems("name: release\n" + line + "\n")).containsExactly(problem);
  }

  @Test
  void a_wrong_field_path_does_not_hide_a_wrong_binding() {
    assertThat(
            problems(
                "name: r\nsteps:\n- {name: a, tool: t, args: {x: {from_step: b, field: c..d}}}"))
        .containsExactly(
            "line 3: field path 'c..d' in step 'a'; expected names or indexes with single dots between",
            "line 3: unknown binding 'b' in step 'a'; expected the output of an earlier step");
  }

  @Test
  void a_file_without_a_name_is_called_by_the_name_of_the_file() {
    var file = WorkflowFile.parse("release.yaml", "steps: [{name: a, guidance: x}]");

    assertThat(file.problems())
        .singleElement()
        .satisfies(it -> assertThat(it).hasToString("line 1: no name; expected a name"));
    assertThat(file.name()).isEqualTo("release.yaml");
  }

  @Test
  void what_was_not_read_shifts_no_lines() {
    assertThat(
            problems(
                """
                name: release
                steps:
                  - nonsense
                  - name: a
                    guidance: "{x}"
                """))
        .extracting(it -> it.substring(0, 7))
        .containsExactly("line 3:", "line 5:");
  }

  @Test
  void a_control_character_does_not_get_into_a_message() {
    assertThat(problems("name: release\nsteps: [{name: a, \"\\a\": 1, guidance: x}]"))
        .singleElement()
        .asString()
        .startsWith("line 2: unknown key '\\u0007' in step 'a'");
  }

  @Test
  void every_kind_of_problem_has_a_name() {
    assertThat(Arrays.stream(WorkflowProblem.Kind.values()).map(WorkflowProblem.Kind::wireName))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z_]+"));
  }

  @Test
  void a_tool_that_is_left_empty_is_one_problem_also_beside_a_server() {
    var file =
        WorkflowFile.parse("w.yaml", "name: w\nsteps:\n  - name: a\n    tool:\n    guidance: x\n");

    assertThat(file.problems(new TestCatalog(), List.of()))
        .extracting(Object::toString)
        .containsExactly("line 4: nothing as 'tool' in step 'a'; expected text");
  }
}
