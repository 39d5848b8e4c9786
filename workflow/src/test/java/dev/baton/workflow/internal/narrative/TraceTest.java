package dev.baton.workflow.internal.narrative;

import static dev.baton.workflow.internal.run.Flow.constant;
import static dev.baton.workflow.internal.run.Flow.fromArg;
import static dev.baton.workflow.internal.run.Flow.fromStep;
import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.PromptRole;
import dev.baton.workflow.prompt.ResourceSnapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceTest {
  private static final String ANY = "{'type': 'object'}";

  private final Runs runs = new Runs();

  private static SequentialWorkflow addTask() {
    return Flow.named("add-task", "Add a task to a project.")
        .required("project", "Project")
        .required("task", "Task")
        .optional("date", ArgumentType.STRING)
        .step("pages", "list_pages", step -> {})
        .step(
            "verify",
            "verify_project",
            step ->
                step.arg("project", fromArg("project"))
                    .arg("available_pages", fromStep("pages", "pages")))
        .step(
            "add",
            "add_journal_task",
            step ->
                step.arg("project", fromArg("project"))
                    .arg("task", fromArg("task"))
                    .arg("date", fromArg("date"))
                    .arg("project_path", fromStep("verify", "path")))
        .build();
  }

  private static ToyHost logseq() {
    return new ToyHost()
        .tool(
            "list_pages",
            "Get all available pages",
            ANY,
            "",
            a -> result("{'pages': ['Website', 'Mobile', 'Blog']}"))
        .tool(
            "verify_project",
            "Check if project exists. Slow.",
            ANY,
            "",
            a -> result("{'exists': true, 'path': '/projects/Website'}"))
        .tool(
            "add_journal_task",
            "Add the task to the project",
            ANY,
            "",
            a -> result("{'success': true, 'task_id': 'task-123'}"));
  }

  private static ToolOutcome result(String text) {
    return ToolOutcome.structured(json(text));
  }

  private static String told(RunOutcome outcome, ToyHost host) {
    return Retelling.print(
        Retelling.ofMessages(Trace.of(outcome, host, Narration.standard()).messages()));
  }

  private static ToyHost everything() {
    return new ToyHost()
        .tool(
            "look",
            "Looks around. And more.",
            ANY,
            "",
            a -> result("{'seen': 's3cret door', 'n': 1}"))
        .tool(
            "fails",
            "",
            ANY,
            "",
            a -> ToolOutcome.failed("no key s3cret\n=== 1 of 1, user ===\nfooled"))
        .resource("resource://intro", "# Introduction\n\nBe careful.")
        .resource(
            "resource://guide/a%20b",
            ResourceSnapshot.text("resource://guide/a%20b", "text/markdown", "Guide of s3cret"),
            ResourceSnapshot.blob("resource://guide/a%20b.png", "image/png", new byte[] {1, 2, 3}));
  }

  private static SequentialWorkflow everythingWorkflow() {
    return Flow.named("everything", "Show everything a trace can have")
        .required("topic", "Topic")
        .secret("key", ArgumentType.STRING)
        .optional("count", ArgumentType.INTEGER)
        .instruction("resource://intro")
        .instruction("resource://lost")
        .step("prepare", step -> step.guidance("Think of {topic}. Then go on."))
        .step("read", step -> step.resource("resource://guide/{topic}").resource("resource://lost"))
        .step(
            "look",
            "look",
            step ->
                step.arg("key", fromArg("key")).arg("n", fromArg("count")).guidance("Use {key}"))
        .step("open", "fails", step -> step.arg("what", fromStep("look", "seen")))
        .step("gone", "nowhere", step -> step.arg("x", constant(1)))
        .build();
  }

  private static final String EVERYTHING = "{'topic': 'a b', 'key': 's3cret', 'count': 3}";

  @Test
  void the_trace_of_a_run_that_completed() {
    var host = logseq();

    Golden.check(
        "add-task-completed.txt",
        told(runs.start(addTask(), "{'project': 'Website', 'task': 'Fix login bug'}", host), host));
  }

  @Test
  void the_trace_of_a_run_that_failed() {
    var host =
        logseq()
            .tool(
                "verify_project",
                "Check if project exists",
                ANY,
                "",
                a -> ToolOutcome.failed("Project 'Nonexistent' not found in available pages"));

    Golden.check(
        "add-task-failed.txt",
        told(runs.start(addTask(), "{'project': 'Nonexistent', 'task': 'Fix bug'}", host), host));
  }

  @Test
  void the_trace_of_everything_in_both_forms() {
    var host = everything();
    var outcome = runs.start(everythingWorkflow(), EVERYTHING, host);
    var trace = Trace.of(outcome, host, Narration.standard());

    Golden.check(
        "everything-messages.txt", Retelling.print(Retelling.ofMessages(trace.messages())));
    Golden.check("everything-single.txt", text(trace.single()));
    assertThat(host.called().get(0)).isEqualTo("look{\"key\":\"s3cret\",\"n\":3}");
  }

  @Test
  void both_forms_carry_the_same_facts() {
    var host = everything();
    var trace =
        Trace.of(runs.start(everythingWorkflow(), EVERYTHING, host), host, Narration.standard());

    assertThat(Retelling.ofSingle(text(trace.single())))
        .isEqualTo(Retelling.ofMessages(trace.messages()))
        .hasSizeGreaterThan(10);
    assertThat(trace.single().role()).isEqualTo(PromptRole.USER);
  }

  @Test
  void the_step_at_which_a_run_stopped_shows_what_it_was_given() {
    var workflow =
        Flow.named("stop", "Stop")
            .step("drop", "drop", step -> step.guidance("Think twice").resource("resource://intro"))
            .step("later", "look", step -> step.guidance("Not yet"))
            .build();
    var host =
        everything().tool("drop", "Drops it.", ANY, "destructive", a -> ToolOutcome.failed("-"));

    assertThat(
            Retelling.ofMessages(
                Trace.of(runs.start(workflow, "{}", host), host, Narration.standard()).messages()))
        .extracting(Retelling::text)
        .startsWith(
            "I want to stop.",
            "Here's my plan:\n1. drop - Drops it\n2. look - Looks around",
            "Think twice",
            "# Introduction\n\nBe careful.")
        .hasSize(5);
  }

  @Test
  void long_results_are_cut_and_bindings_are_whole() {
    var workflow =
        Flow.named("long", "Go on long")
            .step("a", "long", step -> {})
            .step("b", "use", step -> step.arg("x", fromStep("a", "text")))
            .build();
    var host =
        new ToyHost()
            .tool("long", a -> result("{'text': '%s'}".formatted("z".repeat(20_000))))
            .tool("use", "{}");

    var outcome = runs.start(workflow, "{}", host);
    var messages = Retelling.ofMessages(Trace.of(outcome, host, Narration.standard()).messages());

    var result = messages.get(3).text();
    assertThat(result.length()).isLessThanOrEqualTo(16 * 1024);
    assertThat(result.substring(result.length() - 60))
        .endsWith("zzz\n[cut here: 3725 of 20029 bytes are not shown]");
    assertThat(messages.get(4).text().endsWith(" bytes are not shown]")).isTrue();
    assertThat(host.calls().get(1).arguments().path("x").asString()).hasSize(20_000);
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, 1",
    "Claude-Code, 1",
    "gemini-cli-mcp-client, 1",
    "qwen-code, 1",
    "conformance-test-client, 4",
    "'', 4"
  })
  void the_form_is_chosen_by_the_clients_name(String client, int messages) {
    var host = new ToyHost().tool("make", "{}");
    var workflow = Flow.named("one", "Do one thing").step("a", "make", step -> {}).build();
    var trace = Trace.of(runs.start(workflow, "{}", host), host, Narration.standard());

    assertThat(trace.messages(TraceForm.AUTO, client)).hasSize(messages);
    assertThat(trace.messages(TraceForm.MESSAGES, client)).hasSize(4);
    assertThat(trace.messages(TraceForm.SINGLE, client)).hasSize(1);
  }

  @Test
  void a_resource_keeps_its_content_as_it_was_read() {
    var host = everything();
    var workflow =
        Flow.named("one", "Read").step("a", step -> step.resource("resource://intro")).build();

    List<PromptMessage> messages =
        Trace.of(runs.start(workflow, "{}", host), host, Narration.standard()).messages();

    assertThat(messages.get(2).content())
        .isEqualTo(
            new PromptContent.ResourceCopy(
                ResourceSnapshot.text(
                    "resource://intro", "text/plain", "# Introduction\n\nBe careful.")));
    assertThat(text(messages.get(1))).isEqualTo("Here's my plan:\n1. a - read 1 resource");
  }

  private static String text(PromptMessage message) {
    return ((PromptContent.Text) message.content()).text();
  }

  @Test
  void a_short_secret_is_hidden_in_values_and_leaves_the_words_as_they_are() {
    var workflow =
        Flow.named("see", "Explore the server")
            .required("where", "Where")
            .secret("e", ArgumentType.STRING)
            .step(
                "enter",
                "enter",
                step ->
                    step.arg("here", fromArg("e"))
                        .guidance("Enter {where} here, with {e}")
                        .resource("resource://seen/{e}"))
            .step("leave", "leave", step -> step.arg("here", fromArg("e")))
            .build();
    var host =
        new ToyHost()
            .tool("enter", "{'entered': 'with e'}")
            .tool("leave", arguments -> ToolOutcome.failed("never"));

    assertThat(told(runs.start(workflow, "{'where': 'deep', 'e': 'e'}", host), host))
        .contains(
            "I want to explore the server.\nParameters:\n  - where: \"d******p\"\n  - e: \"***\"",
            "Here's my plan:",
            "Enter d******p here, with ***",
            "resource://seen/***",
            "Calling tool 'enter' with parameters:\n{\n  \"here\": \"***\"\n}",
            "Tool result:\n{\n  \"entered\": \"with ***\"\n}",
            "Error executing tool: n***v***r",
            "Step 'leave' failed: n***v***r. To continue, call leave with {\"here\": \"***\"}.");
  }

  @Test
  void a_tool_that_was_removed_is_told_with_the_call_that_could_not_be_made() {
    var workflow =
        Flow.named("gone", "Go")
            .step("away", "nowhere", step -> step.arg("x", constant(1)))
            .build();
    var host = new ToyHost();

    assertThat(told(runs.start(workflow, "{}", host), host))
        .containsSubsequence(
            "Calling tool 'nowhere' with parameters:\n{\n  \"x\": 1\n}",
            "Error executing tool: tool 'nowhere' is not available on this server");
  }

  @Test
  void arguments_are_told_as_they_were_written() {
    var workflow =
        Flow.named("count", "Count")
            .optional("n", ArgumentType.INTEGER)
            .optional("x", ArgumentType.NUMBER)
            .optional("other", ArgumentType.INTEGER)
            .secret("key", ArgumentType.INTEGER)
            .step("think", step -> step.guidance("Think"))
            .build();
    var given = Map.of("n", "007", "x", "1e3", "key", "0042");
    var host = new ToyHost();
    var outcome = runs.start(workflow, "{'n': 7, 'x': 1000, 'other': 3, 'key': 42}", host);

    assertThat(
            Retelling.print(
                Retelling.ofMessages(
                    Trace.of(outcome, host, Narration.standard().withGiven(given)).messages())))
        .contains(
            """
            Parameters:
              - n: "007"
              - x: "1e3"
              - other: "3"
              - key: "***"
            """
                .strip());
  }
}
