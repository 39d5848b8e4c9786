package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A whole workflow as the documentation shows it, and how long it is. */
class LogseqExampleTest {
  static final ToolHandle<?, ?> NORMALIZE = ToolHandle.named("normalize-project");
  static final ToolHandle<?, ?> BUILD = ToolHandle.named("build-todo-content");
  static final ToolHandle<?, ?> ADD = ToolHandle.named("add-content");
  static final ResourceHandle INTRO = ResourceHandle.of("resource://logseq/workflow-intro");
  static final ResourceHandle ERRORS = ResourceHandle.of("resource://logseq/error-handling");
  static final ResourceHandle TODO_FORMAT = ResourceHandle.of("resource://logseq/todo-format");

  // @start region="workflow"
  static final SequentialWorkflow ADD_TODO =
      SequentialWorkflow.named("add-todo-to-project")
          .describedAs("add a TODO item to a Logseq project")
          .promptArg("task_description", "What needs doing")
          .promptArg("project_name", "Project name (without brackets)")
          .promptArg("date", "Date (defaults to today)", optional())
          .instructions(INTRO, ERRORS, TODO_FORMAT)
          .step("normalize", NORMALIZE, arg("input", promptArg("project_name")), bind("normalized"))
          .step(
              "content",
              BUILD,
              arg("task", promptArg("task_description")),
              arg("project", fromStep("normalized", "name")))
          .step(
              "result",
              ADD,
              arg("date", promptArg("date")),
              arg("content", fromStep("content", "text")))
          .build();

  // @end

  @Test
  void three_arguments_three_instructions_and_three_steps_are_at_most_twenty_lines()
      throws IOException {
    assertThat(region())
        .hasSizeLessThanOrEqualTo(20)
        .noneSatisfy(line -> assertThat(line).isBlank());
    assertThat(ADD_TODO.arguments()).hasSize(3);
    assertThat(ADD_TODO.instructions()).hasSize(3);
    assertThat(ADD_TODO.steps()).hasSize(3);
  }

  private static List<String> region() throws IOException {
    var source =
        Files.readString(Path.of("src/test/java/dev/baton/workflow/LogseqExampleTest.java"));
    // why without the slashes: javadoc would take the words here for marks, too
    var start = source.indexOf("\n", source.indexOf("@start region=\"workflow\"")) + 1;
    var end = source.lastIndexOf("\n\n  //", source.indexOf("@end", start));
    return source.substring(start, end).lines().toList();
  }

  @Test
  void everything_keeps_the_order_of_its_definition() {
    assertThat(ADD_TODO.arguments())
        .extracting(argument -> argument.name().value())
        .containsExactly("task_description", "project_name", "date");
    assertThat(ADD_TODO.arguments())
        .extracting(WorkflowArgument::required)
        .containsExactly(true, true, false);
    assertThat(ADD_TODO.steps().get(2).arguments().keySet())
        .containsExactly(new ArgName("date"), new ArgName("content"));
    assertThat(ADD_TODO.steps())
        .extracting(step -> step.binding().value())
        .containsExactly("normalized", "content", "result");
  }

  @Test
  void it_says_which_tools_and_resources_it_needs() {
    assertThat(ADD_TODO.requiredTools().toString())
        .isEqualTo("[normalize-project, build-todo-content, add-content]");
    assertThat(ADD_TODO.requiredResources()).containsExactly(INTRO, ERRORS, TODO_FORMAT);
    assertThat(ADD_TODO.toolName()).isEqualTo("run_add_todo_to_project");
  }
}
