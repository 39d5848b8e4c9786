package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromResource;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.RunEnvironment;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoffTest {
  private static final String ANY = "{'type': 'object'}";

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

  private static ToyHost destructiveHost() {
    return host()
        .tool("rollback_service", "Rolls back.", ANY, "destructive", a -> ToolOutcome.failed("-"));
  }

  private String handoff(SequentialWorkflow workflow, String arguments, ToyHost host) {
    return text(runs.start(workflow, arguments, host));
  }

  private static String text(RunOutcome outcome) {
    return Handoff.text(outcome, Narration.standard()).orElseThrow();
  }

  @Test
  void a_completed_run_hands_nothing_off() {
    var outcome = runs.start(release(), "{'region': 'us-east-1'}", host());

    assertThat(Handoff.text(outcome, Narration.standard())).isEmpty();
  }

  @Test
  void a_tool_that_failed() {
    var host = host().tool("deploy_service", a -> ToolOutcome.failed("connection timeout"));

    assertThat(handoff(release(), "{'region': 'us-east-1'}", host))
        .isEqualTo(
            "Step 'deploy' failed: connection timeout. To continue, call deploy_service with {\"region\": \"us-east-1\"}. Then call notify_team with {\"result\": \"<output from deploy_service>\"}.");
  }

  @Test
  void a_tool_that_failed_in_the_middle_with_guidance_and_known_and_unknown_values_in_one_call() {
    var workflow =
        Flow.named("release", "Deploy")
            .required("region", "Where")
            .step("build", "build", step -> {})
            .step(
                "deploy",
                "deploy_service",
                step ->
                    step.arg("image", fromStep("build", "image"))
                        .arg("tags", constant(List.of("a", 1)))
                        .guidance("Deploy to {region} only in the evening"))
            .step(
                "notify",
                "notify_team",
                step ->
                    step.arg("id", fromStep("deploy", "release.id"))
                        .arg("image", fromStep("build", "image"))
                        .arg("who", fromArg("region"))
                        .guidance("Be kind."))
            .build();
    var host =
        host()
            .tool("build", "{'image': 'i:1'}")
            .tool("deploy_service", a -> ToolOutcome.failedForNow("no room."));

    assertThat(handoff(workflow, "{'region': 'eu'}", host))
        .isEqualTo(
            "Step 'deploy' failed: no room. To continue, call deploy_service with {\"image\": \"i:1\", \"tags\": [\"a\", 1]}. Note: Deploy to eu only in the evening. Then call notify_team with {\"id\": \"<field 'release.id' from deploy_service>\", \"image\": \"i:1\", \"who\": \"eu\"}. Note: Be kind.");
  }

  @Test
  void a_parameter_that_cannot_be_resolved() {
    var workflow =
        Flow.named("release", "Deploy")
            .step("deploy", "deploy_service", step -> {})
            .step("notify", "notify_team", step -> step.arg("who", fromStep("deploy", "owner")))
            .build();

    assertThat(handoff(workflow, "{}", host()))
        .isEqualTo(
            "Cannot proceed with step 'notify': parameter 'who' cannot be resolved: the output 'deploy' has no field 'owner' (it has: url, id). To continue, call notify_team with {\"who\": \"<value for 'who'>\"}.");
  }

  @Test
  void arguments_that_the_schema_refuses() {
    var workflow =
        Flow.named("release", "Deploy")
            .step("notify", "notify_team", step -> step.arg("count", constant("many")))
            .build();
    var host =
        host()
            .tool(
                "notify_team",
                "Notifies.",
                "{'type': 'object', 'properties': {'count': {'type': 'integer'}, 'who': {}}, 'required': ['who']}",
                "",
                a -> ToolOutcome.failed("never"));

    assertThat(handoff(workflow, "{}", host))
        .isEqualTo(
            "Cannot proceed with step 'notify': its arguments do not satisfy the input schema of notify_team: 'count' string found, integer expected; 'who' missing. To continue, call notify_team with {\"count\": \"<for you to correct: \\\"many\\\" string found, integer expected>\", \"who\": \"<for you to choose>\"}.");
  }

  @Test
  void an_output_that_never_came() {
    var workflow =
        Flow.named("release", "Deploy")
            .step("look", step -> step.guidance("Look around"))
            .step("notify", "notify_team", step -> step.arg("what", fromStep("look", "seen")))
            .build();

    assertThat(handoff(workflow, "{}", host()))
        .isEqualTo(
            "Cannot proceed with step 'notify': it needs the output 'look.seen' of step 'look', which did not complete. To continue, call notify_team with {\"what\": \"<field 'seen' from look>\"}.");
  }

  @Test
  void a_destructive_step() {
    var workflow =
        Flow.named("undo", "Roll back")
            .required("region", "Where")
            .step("rollback", "rollback_service", step -> step.arg("region", fromArg("region")))
            .build();
    var outcome = runs.start(workflow, "{'region': 'eu'}", destructiveHost());

    assertThat(text(outcome))
        .isEqualTo(
            "Step 'rollback' waits for a confirmation: rollback_service can destroy something, so it does not run by itself. Ask the user before you go on. To continue, call rollback_service with {\"region\": \"eu\"}.");
    assertThat(Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .endsWith(
            " with {\"region\": \"eu\"}. This run is recorded, so you can also let the server go on from here: call workflow_resume with {\"task_id\": \"t-1\", \"inputs\": {\"rollback\": {}}}. Use workflow_status with {\"task_id\": \"t-1\"} to see where it stands, and workflow_complete with {\"task_id\": \"t-1\", \"result\": \"<what came of it>\"} when all is done.");
  }

  @Test
  void a_later_step_that_is_destructive() {
    var workflow =
        Flow.named("replace", "Replace a service")
            .step("deploy", "deploy_service", step -> {})
            .step("rollback", "rollback_service", step -> step.guidance("Only the old one"))
            .build();
    var host = destructiveHost().tool("deploy_service", a -> ToolOutcome.failed("no quota"));

    assertThat(text(runs.start(workflow, "{}", host)))
        .endsWith(
            "Then call rollback_service with {}. It may destroy something: ask the user before you call it. Note: Only the old one.");
  }

  @Test
  void an_argument_that_is_left_to_the_client() {
    var workflow =
        Flow.named("page", "Add a page")
            .step(
                "page",
                "add_page",
                step -> step.arg("size", constant(1)).guidance("Choose a title that people find"))
            .build();
    var host =
        host()
            .tool(
                "add_page",
                "Adds a page.",
                "{'type': 'object', 'properties': {'title': {'type': 'string', 'description': 'Title of the page.'}, 'tag': {}}, 'required': ['title', 'tag']}",
                "",
                a -> ToolOutcome.failed("never"));
    var outcome = runs.start(workflow, "{}", host);

    assertThat(text(outcome))
        .isEqualTo(
            "Cannot proceed with step 'page': it is for you to choose 'tag' and 'title' (Title of the page). To continue, call add_page with {\"size\": 1, \"title\": \"<for you to choose: Title of the page>\", \"tag\": \"<for you to choose>\"}. Note: Choose a title that people find.");
    assertThat(Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .contains(
            "call workflow_resume with {\"task_id\": \"t-1\", \"inputs\": {\"page\": {\"tag\": \"<value for 'tag'>\", \"title\": \"<value for 'title'>\"}}}.");
  }

  @Test
  void time_that_is_used_up() {
    var host =
        host()
            .tool(
                "deploy_service",
                a -> {
                  runs.clock.advance(Duration.ofMinutes(1));
                  return ToolOutcome.structured(json("{'url': 'u'}"));
                });

    var outcome = runs.start(release(), "{'region': 'eu'}", host);

    assertThat(text(outcome))
        .isEqualTo(
            "The time for this request was used up before step 'notify' began. To continue, call notify_team with {\"result\": {\"url\": \"u\"}}.");
    assertThat(Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .endsWith(
            "call workflow_resume with {\"task_id\": \"t-1\"}. Use workflow_status with {\"task_id\": \"t-1\"} to see where it stands, and workflow_complete with {\"task_id\": \"t-1\", \"result\": \"<what came of it>\"} when all is done.");
  }

  @Test
  void a_step_that_was_interrupted() {
    var host =
        host()
            .tool(
                "deploy_service",
                a -> {
                  throw new InterruptedException();
                });

    var outcome = runs.start(release(), "{'region': 'eu'}", host);
    assertThat(Thread.interrupted()).isTrue();

    assertThat(text(outcome))
        .isEqualTo(
            "Step 'deploy' was interrupted while it ran: it may or may not have taken effect. Find out before you repeat it. To continue, call deploy_service with {\"region\": \"eu\"}. Then call notify_team with {\"result\": \"<output from deploy_service>\"}.");
    assertThat(Handoff.text(outcome, Narration.standard().ofDurableRun("t-1")).orElseThrow())
        .contains(
            "call workflow_resume with {\"task_id\": \"t-1\", \"inputs\": {\"deploy\": {}}}.");
  }

  @Test
  void a_run_that_was_stopped_between_steps() {
    var outcome =
        runs.start(
            release(), "{'region': 'eu'}", RunEnvironment.of(host()).withCancellation(() -> true));

    assertThat(text(outcome))
        .startsWith("The run was stopped before step 'deploy' began. To continue, call ");
  }

  @Test
  void a_call_that_nobody_waited_for_any_longer() {
    var host = host().tool("deploy_service", a -> ToolOutcome.timedOut(Duration.ofMillis(50)));

    assertThat(handoff(release(), "{'region': 'eu'}", host))
        .startsWith(
            "Step 'deploy' failed: no answer within 50 ms. It may have taken effect all the same: find out before you repeat it. To continue, call deploy_service ");
  }

  @Test
  void an_error_as_long_as_a_book_is_cut() {
    var host = host().tool("deploy_service", a -> ToolOutcome.failed("e".repeat(100_000)));

    var text = handoff(release(), "{'region': 'eu'}", host);

    assertThat(text.length()).isLessThan(5000);
    assertThat(text.contains("[cut here: 95984 of 100000 bytes are not shown]. To continue, "))
        .isTrue();
  }

  @Test
  void a_tool_that_is_gone() {
    assertThat(handoff(release(), "{'region': 'eu'}", host().without("deploy_service")))
        .startsWith(
            "Step 'deploy' failed: tool 'deploy_service' is not available on this server. To continue, call deploy_service (if you have it; this server does not) with {\"region\": \"eu\"}. Then call notify_team ");
  }

  @Test
  void a_run_that_the_client_goes_on_with_has_no_reason_any_more() {
    var host = host().tool("deploy_service", a -> ToolOutcome.failed("no"));
    var outcome = runs.start(release(), "{'region': 'eu'}", host);

    var described =
        runs.runner.describe(release(), outcome.state().goingOn(), RunEnvironment.of(host));

    assertThat(text(described))
        .startsWith("This run is not finished. Step 'deploy' failed: no. To continue, call ");
  }

  @Test
  void what_may_be_retried_comes_first_and_every_trouble_is_told() {
    var workflow =
        Flow.named("many", "Do much")
            .onError(ErrorStrategy.collectErrors())
            .step("a", "fails", step -> {})
            .step("b", "notify_team", step -> step.arg("x", fromStep("a")))
            .step("c", "fails", step -> step.retryable())
            .build();
    var host = host().tool("fails", arguments -> ToolOutcome.failed("broken"));

    assertThat(handoff(workflow, "{}", host))
        .isEqualTo(
            "Step 'a' failed: broken. Step 'b' was skipped: it needs the output of step 'a', which failed. Step 'c' failed: broken. To continue, call fails with {} for step 'c'. Then call fails with {} for step 'a'. Then call notify_team with {\"x\": \"<output from fails of step 'a'>\"}.");
  }

  @Test
  void steps_without_a_tool_are_said_too() {
    var workflow =
        Flow.named("many", "Do much")
            .required("topic", "Topic")
            .step("a", "fails", step -> step.resource("resource://how"))
            .step("b", step -> step.resource("resource://x/{topic}").resource("resource://y"))
            .step("c", step -> step.guidance("Think about {topic}!"))
            .step("d", step -> step.resource("resource://z").guidance("Compare"))
            .step("e", step -> {})
            .build();
    var host = host().tool("fails", arguments -> ToolOutcome.failed("broken"));

    assertThat(handoff(workflow, "{'topic': 'a b'}", host))
        .isEqualTo(
            "Step 'a' failed: broken. To continue, read resource://how and call fails with {}. Then read resource://x/a%20b and resource://y. Then take step 'c'. Note: Think about a b! Then read resource://z. Note: Compare. Then take step 'e'.");
  }

  @Test
  void secrets_are_hidden_and_the_model_is_told_whom_to_ask() {
    var workflow =
        Flow.named("secret", "Use a secret")
            .secret("token", ArgumentType.STRING)
            .step(
                "a",
                "fails",
                step ->
                    step.arg("auth", constant("Bearer {token}"))
                        .arg("text", fromResource("resource://of/{token}"))
                        .guidance("With {token}"))
            .build();
    var host =
        host()
            .tool("fails", arguments -> ToolOutcome.failed("bad token s3/cret"))
            .resource("resource://of/s3%2Fcret", "x".repeat(30));

    assertThat(handoff(workflow, "{'token': 's3/cret'}", host))
        .isEqualTo(
            "Step 'a' failed: bad token ***. To continue, call fails with {\"auth\": \"Bearer ***\", \"text\": \""
                + "x".repeat(30)
                + "\"}. Note: With ***. Values shown as *** are secret: ask the user for them.");
    assertThat(
            Handoff.text(
                runs.start(workflow, "{'token': 's3/cret'}", host),
                Narration.standard().ofDurableRun("t-1")))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains(
                        "are secret: the server knows them, you do not. This run is recorded"));
    assertThat(host.called().get(0)).startsWith("fails{\"auth\":\"Bearer s3/cret\",\"text\":\"xxx");
  }
}
