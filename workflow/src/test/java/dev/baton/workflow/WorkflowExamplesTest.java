package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class WorkflowExamplesTest {
  private static final ToolHandle<?, ?> DEPLOY = ToolHandle.named("deploy_service");

  @Test
  void problems_are_data() {
    List<String> found = List.of();
    // @start region="problems"
    try {
      SequentialWorkflow.named("release").step("go", DEPLOY, arg("to", fromStep("where"))).build();
    } catch (InvalidWorkflowException e) {
      found = e.problems().stream().map(problem -> problem.place() + ": " + problem).toList();
    }
    // @end

    assertThat(found)
        .containsExactly(
            "/steps/0/args/to: unknown binding 'where' in step 'go';"
                + " expected the output of an earlier step");
  }

  @Test
  void workflows_are_checked_against_their_server() {
    ServerCatalog catalog = new TestCatalog().tool("build", "{'type': 'object'}", "");
    var release = SequentialWorkflow.named("release").step("go", DEPLOY).build();
    // @start region="server"
    List<WorkflowProblem> problems = WorkflowCheck.against(catalog).problems(List.of(release));
    // @end

    assertThat(problems)
        .extracting(WorkflowProblem::message)
        .containsExactly("unknown tool 'deploy_service' in step 'go'; available: build");
  }
}
