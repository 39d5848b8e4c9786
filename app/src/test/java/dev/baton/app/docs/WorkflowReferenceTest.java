package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.yaml.WorkflowFile;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reference for workflow authors has what the reader of files and the Java types have. */
class WorkflowReferenceTest {
  private static final String PAGE = "docs/workflow-reference.md";
  private static final String MARKER =
      "<!-- Everything below is made from the sources by tools/write-docs; do not edit it. -->\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Workflow     | '{nope: 1}'
          Arguments    | '{arguments: [{nope: 1}]}'
          Steps        | '{steps: [{nope: 1}]}'
          Values       | '{steps: [{args: {a: {nope: 1}}}]}'
          Requirements | '{steps: [{require: [{nope: 1}]}]}'
          """)
  void every_key_that_a_file_can_have_is_in_its_table_and_no_other(String heading, String file)
      throws IOException {
    assertThat(Page.load(PAGE).section(heading).rows())
        .containsExactlyInAnyOrderElementsOf(available(file, Kind.UNKNOWN_KEY));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Workflow  | '{trace: nope}'
          Arguments | '{arguments: [{name: a, type: nope}]}'
          """)
  void every_value_that_a_key_can_have_is_named(String heading, String file) throws IOException {
    assertThat(available(file, Kind.INVALID_VALUE))
        .isNotEmpty()
        .allSatisfy(
            value ->
                assertThat(Page.load(PAGE).section(heading).text()).contains("`" + value + "`"));
  }

  @Test
  void every_error_strategy_has_a_row() throws IOException {
    var choices =
        available("{on_error: nope}", Kind.INVALID_VALUE).stream()
            .map(choice -> choice.replaceFirst(":.*", ""));
    var options = available("{on_error: {retry: {nope: 1}}}", Kind.UNKNOWN_KEY).stream();

    assertThat(Page.load(PAGE).section("Errors").rows())
        .containsOnlyOnceElementsOf(
            Stream.of(Stream.of("on_error"), choices, options).flatMap(it -> it).toList());
  }

  /** What the reader offers in place of what is not right. */
  private static List<String> available(String file, Kind kind) {
    return WorkflowFile.parse("test.yaml", file).problems().stream()
        .filter(problem -> problem.kind() == kind)
        .map(WorkflowProblem::available)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void every_method_of_the_java_definition_is_there() throws IOException {
    var page = Page.load(PAGE).text();
    var written = page.substring(0, page.indexOf(MARKER) + MARKER.length());

    GeneratedPage.check(
        PAGE,
        written
            + JavaReference.of(
                Stream.concat(
                        Stream.of(
                                "SequentialWorkflow",
                                "WorkflowBuilder",
                                "WorkflowDsl",
                                "TypedStep",
                                "reference/Output",
                                "reference/StepValue",
                                "reference/Requirement",
                                "ErrorStrategy",
                                "reference/RunView",
                                "reference/ToolHandle",
                                "reference/ResourceHandle",
                                "prompt/PromptMessage",
                                "prompt/PromptContent")
                            .map("workflow/src/main/java/dev/baton/workflow/%s.java"::formatted),
                        Stream.of("Workflows", "Unfolding")
                            .map("mcp/src/main/java/dev/baton/mcp/workflow/%s.java"::formatted))
                    .toList()));
  }
}
