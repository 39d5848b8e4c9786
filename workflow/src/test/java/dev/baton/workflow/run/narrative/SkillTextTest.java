package dev.baton.workflow.run.narrative;

import static dev.baton.workflow.run.Flow.computed;
import static dev.baton.workflow.run.Flow.constant;
import static dev.baton.workflow.run.Flow.fromArg;
import static dev.baton.workflow.run.Flow.fromResource;
import static dev.baton.workflow.run.Flow.fromStep;
import static dev.baton.workflow.run.Flow.fromVariable;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.run.Flow;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkillTextTest {
  @Test
  void a_workflow_is_described_as_a_skill() {
    var workflow =
        Flow.named("release_service", "Deploy a \"service\" and tell the team")
            .required("region", "Where to deploy")
            .oneOf("size", ArgumentType.INTEGER, "1", "2")
            .secret("token", ArgumentType.STRING)
            .optional("note", ArgumentType.STRING)
            .instruction("resource://guides/release")
            .step("think", step -> step.guidance("Check that {region} is awake"))
            .step(
                "deploy",
                "deploy_service",
                step ->
                    step.arg("region", fromArg("region"))
                        .arg("options", constant(Map.of("label", "from {region}")))
                        .arg("guide", fromResource("resource://guides/{region}"))
                        .arg("seed", computed(run -> 1))
                        .arg("colour", fromVariable("colour"))
                        .guidance("Only in the evening.")
                        .resource("resource://calendar")
                        .bind("deployed"))
            .step(
                "notify",
                "notify_team",
                step ->
                    step.arg("result", fromStep("deployed"))
                        .arg("url", fromStep("deployed", "links.0.url")))
            .step("finish", "finish", step -> {})
            .build();

    Golden.check("skill.md", SkillText.of(workflow));
  }

  @Test
  void a_small_workflow_has_a_small_skill() {
    Golden.check(
        "skill-small.md",
        SkillText.of(Flow.named("small", "Do little").step("a", "make", step -> {}).build()));
  }
}
