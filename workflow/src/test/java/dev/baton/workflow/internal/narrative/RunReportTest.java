package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import org.junit.jupiter.api.Test;

class RunReportTest {
  private final Runs runs = new Runs();

  private static SequentialWorkflow release() {
    return Flow.named("release", "Deploy a service and tell the team")
        .required("region", "Where to deploy")
        .step("deploy", "deploy_service", step -> step.arg("region", fromArg("region")))
        .step("notify", "notify_team", step -> step.arg("result", fromStep("deploy")))
        .build();
  }

  private static ToyHost host() {
    return new ToyHost()
        .tool("deploy_service", "{'url': 'http://x', 'id': 7}")
        .tool("notify_team", "{'sent': true}");
  }

  @Test
  void the_outcome_of_a_paused_run_is_short() {
    var host = host().tool("deploy_service", a -> ToolOutcome.failed("no"));
    var report =
        RunReport.of(runs.start(release(), "{'region': 'eu'}", host), Narration.standard());

    assertThat(report.path("handoff").asString()).startsWith("Step 'deploy' failed");
    report.remove("handoff");
    assertThat(report)
        .isEqualTo(
            json(
                """
                {'workflow': 'release', 'status': 'paused',
                 'steps': [{'name': 'deploy', 'tool': 'deploy_service', 'status': 'failed'},
                   {'name': 'notify', 'tool': 'notify_team', 'status': 'pending'}],
                 'result': null}
                """));
  }

  @Test
  void the_outcome_has_the_result_of_the_last_step_and_no_other() {
    var report =
        RunReport.of(runs.start(release(), "{'region': 'eu'}", host()), Narration.standard());

    assertThat(report.path("status").asString()).isEqualTo("completed");
    assertThat(report.path("handoff").isNull()).isTrue();
    assertThat(report.path("result")).isEqualTo(json("{'sent': true}"));
    assertThat(report.toString()).doesNotContain("http://x");
  }

  @Test
  void the_last_step_is_the_last_that_completed() {
    var host = host().tool("notify_team", a -> ToolOutcome.failed("no"));
    var report =
        RunReport.of(runs.start(release(), "{'region': 'eu'}", host), Narration.standard());

    assertThat(report.path("result")).isEqualTo(json("{'url': 'http://x', 'id': 7}"));
  }
}
