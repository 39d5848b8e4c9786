package dev.baton.examples.deploy;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.retryable;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import java.util.function.UnaryOperator;

/** Puts the tools and their two durable workflows together. */
public final class DeployServer {
  private DeployServer() {}

  /** A running server; its runs are as durable as the task store that it is given. */
  public static McpServer start(UnaryOperator<McpServerBuilder> surroundings) {
    var builder =
        surroundings
            .apply(McpServer.named("baton-deploy", "0.1.0"))
            .part(Workflows.of(deploy(), rollout()));
    new DeployTools().all().forEach(builder::tool);
    return builder.build();
  }

  static SequentialWorkflow deploy() {
    return SequentialWorkflow.named("deploy")
        .describedAs("deploy the service to a region")
        .promptArg("region", "Where to deploy, such as us-east-1")
        .promptArg("channel", "Whom to tell; otherwise the whole team", optional())
        .step("validate", DeployTools.VALIDATE_CONFIG, arg("region", promptArg("region")))
        .step(
            "deploy",
            DeployTools.DEPLOY_SERVICE,
            arg("region", promptArg("region")),
            arg("config_id", fromStep("validate", "config_id")),
            retryable())
        .step(
            "notify",
            DeployTools.NOTIFY_TEAM,
            arg("channel", promptArg("channel")),
            arg("result", fromStep("deploy", "url")))
        .durable()
        .build();
  }

  static SequentialWorkflow rollout() {
    return SequentialWorkflow.named("rollout")
        .describedAs("roll the service out, and be ready to take it back")
        .promptArg(
            "regions", "How many regions there will be in the end", ofType(ArgumentType.INTEGER))
        .step("validate", DeployTools.VALIDATE_CONFIG, arg("region", constant("us-east-1")))
        .step(
            "deploy_first",
            DeployTools.DEPLOY_SERVICE,
            arg("region", constant("us-east-1")),
            arg("config_id", fromStep("validate", "config_id")))
        .step(
            "deploy_second",
            DeployTools.DEPLOY_SERVICE,
            arg("region", constant("eu-west-1")),
            arg("config_id", fromStep("validate", "config_id")))
        .step(
            "announce",
            DeployTools.NOTIFY_TEAM,
            guidance("Tell the team in your own words how far the {regions} regions have come."),
            arg("channel", constant("rollout-{regions}")))
        .step(
            "rollback",
            DeployTools.ROLLBACK_SERVICE,
            arg("deployment_id", fromStep("deploy_second", "deployment_id")))
        .durable()
        .build();
  }
}
