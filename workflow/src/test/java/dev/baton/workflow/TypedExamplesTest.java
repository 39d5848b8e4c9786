package dev.baton.workflow;

import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.reference.OptionalSource;
import dev.baton.workflow.reference.Output;
import dev.baton.workflow.reference.Source;
import dev.baton.workflow.reference.ToolHandle;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class TypedExamplesTest {
  record Deploy(String region, int replicas, Optional<String> changeTicket) {}

  record Deployed(String url) {}

  record Notify(String url) {}

  record Notified() {}

  static final ToolHandle<Deploy, Deployed> DEPLOY = ToolHandle.named("deploy_service");
  static final ToolHandle<Notify, Notified> NOTIFY = ToolHandle.named("notify_team");

  static SequentialWorkflow release() {
    // @start region="typed"
    var flow = SequentialWorkflow.named("release").describedAs("release a version");
    Source<String> region = flow.argument("region", String.class);
    OptionalSource<String> ticket = flow.optionalArgument("ticket", String.class);

    Output<Deployed> deployed =
        flow.call("deploy", DEPLOY)
            .arg(Deploy::region)
            .from(region)
            .arg(Deploy::replicas)
            .from(constant(3))
            .arg(Deploy::changeTicket)
            .from(ticket)
            .output();
    flow.call("notify", NOTIFY)
        .arg(Notify::url)
        .from(deployed.field(Deployed::url))
        .with(guidance("Tell the team about {region}"));

    SequentialWorkflow release = flow.build();
    // @end
    return release;
  }

  @Test
  void the_typed_form_makes_the_same_workflow() {
    var untyped =
        SequentialWorkflow.named("release")
            .describedAs("release a version")
            .promptArg("region")
            .promptArg("ticket", WorkflowDsl.optional())
            .step(
                "deploy",
                DEPLOY,
                WorkflowDsl.arg("region", WorkflowDsl.promptArg("region")),
                WorkflowDsl.arg("replicas", constant(3)),
                WorkflowDsl.arg("change_ticket", WorkflowDsl.promptArg("ticket")))
            .step(
                "notify",
                NOTIFY,
                WorkflowDsl.arg("url", WorkflowDsl.fromStep("deploy", "url")),
                guidance("Tell the team about {region}"))
            .build();

    assertThat(release()).isEqualTo(untyped);
  }
}
