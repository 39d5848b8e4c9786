package dev.baton.workflow.yaml;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TestCatalog;
import dev.baton.workflow.WorkflowCheck;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a step requires, in a file: read, and checked like every source. */
class RequirementFileTest {
  private static final TestCatalog SERVER =
      new TestCatalog()
          .tool(
              "look",
              "{'type': 'object', 'properties': {'id': {'type': 'string'}}}",
              """
              {'type': 'object', 'additionalProperties': false, 'properties': {
                'state': {'anyOf': [{'$ref': '#/$defs/State'}, {'type': 'null'}]},
                'count': {'type': 'integer'}},
               '$defs': {'State': {'type': 'string', 'enum': ['running', 'completed', 'failed']}}}
              """)
          .tool("merge", "{'type': 'object'}", "");

  private static WorkflowFile file(String require) {
    return WorkflowFile.parse(
        "land.yaml",
        """
        name: land
        description: land it
        steps:
          - name: status
            tool: look
            args: {id: a}
          - name: merge
            tool: merge
        """
            + require.indent(4));
  }

  private static List<String> problems(String require) {
    return file(require).problems().stream().map(WorkflowProblem::toString).toList();
  }

  private static List<String> serverProblems(String require) {
    var workflow = file(require).workflow().orElseThrow();
    return WorkflowCheck.against(SERVER).problems(List.of(workflow)).stream()
        .map(WorkflowProblem::message)
        .toList();
  }

  @Test
  void a_file_requires_the_same_as_the_builder() {
    var workflow =
        file(
            """
            require:
              - {from_step: status, field: state, equals: completed}
              - {from_step: status, field: count, not_equals: 0, otherwise: skip}
              - {from_step: status, field: state, in: [completed, failed]}
              - {from_step: status, exists: true}
              - {from_step: status, field: error, exists: false}
            """);

    assertThat(workflow.problems()).isEmpty();
    assertThat(workflow.workflow())
        .contains(
            SequentialWorkflow.named("land")
                .describedAs("land it")
                .step("status", ToolHandle.named("look"), arg("id", constant("a")))
                .step("merge", ToolHandle.named("merge"))
                .require(
                    output("status", "state").isEqualTo("completed"),
                    output("status", "count").isNotEqualTo(0).otherwiseSkip(),
                    output("status", "state").isIn(List.of("completed", "failed")),
                    output("status").exists(),
                    output("status", "error").doesNotExist())
                .build());
  }

  @Test
  void otherwise_of_a_step_is_that_of_all_it_requires() {
    var workflow =
        file("""
                require: [{from_step: status, field: state, equals: completed}]
                otherwise: skip
                """)
            .workflow()
            .orElseThrow();

    assertThat(workflow.steps().get(1).requirements()).allMatch(it -> it.skips());
  }

  @Test
  void every_mistake_is_told_with_its_line() {
    assertThat(
            problems(
                """
                require:
                  - {from_step: stat, field: state, equals: completed}
                  - {from_step: merge, exists: true}
                  - {from_step: status}
                  - {from_step: status, equals: a, in: [b]}
                  - {from_step: status, in: completed}
                  - {from_step: status, exists: maybe}
                  - {from_step: status, equal: a}
                  - {field: state, equals: a}
                  - {from_step: status, equals: "{who}"}
                  - {from_step: status, exists: true, otherwise: stop}
                  - completed
                """))
        .containsExactly(
            "line 10: unknown binding 'stat' in step 'merge'; available: status",
            "line 11: cycle 'merge' -> 'merge' in step 'merge'; expected steps that read only from earlier ones",
            "line 12: a requirement without a condition in step 'merge'; expected one of equals, not_equals, in, exists",
            "line 13: several conditions: equals, in in step 'merge'; expected one of equals, not_equals, in, exists",
            "line 14: in \"completed\" in step 'merge'; expected a list of values",
            "line 15: exists \"maybe\" in step 'merge'; expected true or false",
            "line 16: unknown key 'equal' in step 'merge'; available: from_step, field, equals, not_equals, in, exists, otherwise",
            "line 17: no 'from_step' in step 'merge'; expected the key 'from_step'",
            "line 18: unbound variable '{who}' in step 'merge'; expected a declared argument, or {{ for a literal brace",
            "line 19: otherwise 'stop' in step 'merge'; expected skip or pause",
            "line 20: 'completed' in step 'merge'; expected a mapping with the keys from_step, field, equals, not_equals, in, exists, otherwise");
    assertThat(problems("require: []"))
        .containsExactly(
            "line 9: an empty 'require' in step 'merge'; expected at least one requirement");
    assertThat(problems("otherwise: skip"))
        .containsExactly(
            "line 9: 'otherwise' without 'require' in step 'merge'; expected both or none");
  }

  @Test
  void a_server_knows_which_fields_and_values_can_be() {
    assertThat(
            serverProblems("require: [{from_step: status, field: state, not_equals: completed}]"))
        .isEmpty();
    assertThat(
            serverProblems(
                """
                require:
                  - {from_step: status, field: stat, equals: completed}
                  - {from_step: status, field: state, not_equals: fail}
                  - {from_step: status, field: count, in: [1, many]}
                """))
        .containsExactly(
            "unknown field 'stat' of output 'status' in step 'merge'; available: state, count",
            "\"fail\", which output 'status.state' can never be in step 'merge'; available: running, completed, failed",
            "\"many\", which output 'status.count' can never be in step 'merge'; expected a value of type integer");
  }
}
