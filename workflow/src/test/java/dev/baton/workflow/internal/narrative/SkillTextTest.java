package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.computed;
import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromResource;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.fromVariable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkillTextTest {
  private static final ToyHost NOTHING = new ToyHost();

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

    Golden.check("skill.md", SkillText.of(workflow, NOTHING::findTool));
  }

  @Test
  void a_small_workflow_has_a_small_skill() {
    Golden.check(
        "skill-small.md",
        SkillText.of(
            Flow.named("small", "Do little").step("a", "make", step -> {}).build(),
            NOTHING::findTool));
  }

  @Test
  void what_a_step_leaves_open_or_may_destroy_is_said() {
    var host =
        new ToyHost()
            .tool(
                "notify_team",
                "Notify.",
                """
                {'type': 'object', 'required': ['channel', 'result'], 'properties': {
                  'result': {'type': 'string', 'description': 'What to say.'}}}
                """,
                "",
                arguments -> ToolOutcome.structured(arguments))
            .tool("drop", "Drop.", "{'type': 'object'}", "destructive", ToolOutcome::structured);
    var workflow =
        Flow.named("announce", "Announce it")
            .required("region", "Where")
            .step(
                "tell",
                "notify_team",
                step -> step.arg("channel", constant("#{region}")).guidance("Say {{what} was done"))
            .step("drop", "drop", step -> {})
            .step("drop_it", "drop", step -> step.autoRun())
            .build();

    assertThat(SkillText.of(workflow, host::findTool))
        .contains(
            """
            Say {what} was done.

            Call the tool `notify_team` with:

            - `channel`: `"#{region}"`
            - `result`: for you to choose (What to say)
            """,
            """
            ### Step 2: drop

            It can destroy something: ask the user before you go on.

            Call the tool `drop`.

            ### Step 3: drop_it

            Call the tool `drop`.
            """);
  }

  @Test
  void what_to_do_about_a_failure_is_what_the_server_would_do() {
    var host =
        new ToyHost()
            .tool("look", "Look.", "{'type': 'object'}", "readOnly", ToolOutcome::structured)
            .tool("write", "{}");
    var flow =
        Flow.named("both", "Do both")
            .step("look", "look", step -> {})
            .step("write", "write", step -> {});

    assertThat(SkillText.of(flow.onError(ErrorStrategy.collectErrors()).build(), host::findTool))
        .contains(
            "If one fails, go on with those that do not need its result, leave out those that do, and say at the end what failed and why.");
    assertThat(
            SkillText.of(
                flow.onError(ErrorStrategy.retry(3, Duration.ofMillis(200))).build(),
                host::findTool))
        .contains(
            "If a step fails that may be repeated, wait 200 ms, twice as long each time, and try again, at most 3 times in all. If it still fails, or another one does, stop and say why.",
            "Call the tool `look`.\n\nThis step may be repeated.\n\n### Step 2: write\n\nCall the tool `write`.\n\n## Shortcut");
  }
}
