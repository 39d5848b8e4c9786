package dev.baton.adapter.sdk;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.InvalidWorkflowException;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import org.junit.jupiter.api.Test;

class SdkWorkflowsTest {
  private static final SequentialWorkflow GOODBYE =
      SequentialWorkflow.named("goodbye").step("say", ToolHandle.named("farewell")).build();

  private static SdkWorkflows inTheNotebook(SequentialWorkflow... workflows) {
    return SdkWorkflows.of(workflows)
        .tools(NotebookTools.all(name -> {}))
        .resources(NotebookResources.all())
        .resourceTemplates(NotebookResources.templates());
  }

  @Test
  void workflows_that_do_not_fit_the_server_are_refused_with_every_problem() {
    var wrong =
        SequentialWorkflow.named("wrong")
            .instructions(
                ResourceHandle.of("resource://notes/missing"),
                ResourceHandle.of("resource://projects/a/b"))
            .step("purge", ToolHandle.named("purge"), arg("projekt", constant("x")))
            .step("call", ToolHandle.named("call_home"))
            .build();

    assertThatThrownBy(() -> inTheNotebook(wrong).prompts())
        .isInstanceOf(InvalidWorkflowException.class)
        .hasMessage(
            """
            5 problems:
              workflow 'wrong': unknown resource 'resource://notes/missing'; available: resource://notes/intro, resource://notes/logo, resource://notes/torn, resource://projects/{project}
              workflow 'wrong': unknown resource 'resource://projects/a/b'; available: resource://notes/intro, resource://notes/logo, resource://notes/torn, resource://projects/{project}
              workflow 'wrong': unknown argument 'projekt' of tool 'purge' in step 'purge'; available: project
              workflow 'wrong': nothing for the required argument 'project' of tool 'purge' in step 'purge'; expected a source for it, or guidance so that the client gives it
              workflow 'wrong': unknown tool 'call_home' in step 'call'; available: normalize_project, build_content, add_content, purge, wait_for_ever, refuse, fall_over, lie, forget, about, retire, farewell""");
  }

  @Test
  void the_name_of_another_prompt_is_taken() {
    var others = inTheNotebook(GOODBYE).prompts();

    assertThatThrownBy(() -> inTheNotebook(GOODBYE).otherPrompts(others).prompts())
        .hasMessage(
            """
            1 problem:
              workflow 'goodbye': name 'goodbye' of another prompt; expected a name that no other prompt has""");
  }

  @Test
  void a_step_cannot_call_a_workflow_because_there_is_no_tool_that_runs_it() {
    var caller =
        SequentialWorkflow.named("caller").step("call", ToolHandle.named("run_goodbye")).build();

    assertThatThrownBy(() -> inTheNotebook(GOODBYE, caller).prompts())
        .hasMessageContaining("unknown tool 'run_goodbye'");
  }

  @Test
  void a_workflow_that_is_not_served_as_a_prompt_is_left_out() {
    var tool =
        SequentialWorkflow.named("tool-only")
            .step("say", ToolHandle.named("farewell"))
            .servedAs(ServedAs.TOOL)
            .build();

    assertThat(inTheNotebook(GOODBYE, tool).prompts())
        .extracting(it -> it.prompt().name())
        .containsExactly("goodbye");
    assertThat(inTheNotebook(GOODBYE, tool).completions()).hasSize(1);
  }
}
