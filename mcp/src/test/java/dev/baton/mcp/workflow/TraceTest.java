package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.autoRun;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.resources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.reference.ResourceHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client reads when it gets a workflow as a prompt. */
class TraceTest {
  private static WorkflowBuilder publish() {
    return SequentialWorkflow.named("publish")
        .describedAs("Publish a note.")
        .promptArg("id", "Which note")
        .promptArg("copies", "How many", ofType(ArgumentType.INTEGER), optional())
        .instructions(ResourceHandle.of(WorkflowServer.GUIDE))
        .step(
            "read",
            Tools.FETCH,
            arg("id", promptArg("id")),
            guidance("Read the note {id} first."),
            resources(ResourceHandle.of(WorkflowServer.STYLE)))
        .step(
            "save",
            Tools.STORE,
            arg("text", fromStep("read", "title")),
            arg("count", promptArg("copies")));
  }

  @ParameterizedTest
  @EnumSource
  void a_run_is_told_as_the_conversation_that_it_would_have_been(Way way) {
    try (var server = WorkflowServer.serving(publish().build())) {
      var answer = prompt(server.client(way), "publish", "{'id': 'n1', 'copies': '2'}");
      assertThat(trace(answer))
          .containsExactly(
              "user: [resource://guide] Be kind",
              """
              user: I want to publish a note.
              Parameters:
                - id: "n1"
                - copies: "2"\
              """,
              """
              assistant: Here's my plan:
              1. fetch - Fetch a thing
              2. store - Keep a text\
              """,
              "assistant: Read the note n1 first.",
              "user: [resource://style] Be short",
              """
              assistant: Calling tool 'fetch' with parameters:
              {
                "id": "n1"
              }\
              """,
              """
              user: Tool result:
              {
                "id": "n1",
                "title": "Title of n1"
              }\
              """,
              """
              assistant: Calling tool 'store' with parameters:
              {
                "text": "Title of n1",
                "count": 2
              }\
              """,
              """
              user: Tool result:
              {
                "saved": "Title of n1"
              }\
              """);
      assertThat(answer.result().path("description").asString("")).isEqualTo("Publish a note.");
      assertThat(Told.meta(answer).has("task_id")).isFalse();
      assertThat(Told.meta(answer).has("durable")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_stopped_ends_with_a_handoff(Way way) {
    var workflow =
        SequentialWorkflow.named("doomed")
            .describedAs("fail and go no further")
            .step("read", Tools.FETCH, arg("id", constant("n1")))
            .step("break", Tools.FAIL)
            .step("save", Tools.STORE, arg("text", fromStep("break")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var told = trace(prompt(server.client(way), "doomed", "{}"));
      assertThat(told.get(told.size() - 2))
          .isEqualTo("user: Error executing tool: There is no such thing");
      assertThat(told.getLast())
          .isEqualTo(
              "assistant: Step 'break' failed: There is no such thing. Hint: Look elsewhere. To"
                  + " continue, call fail with other arguments, because it would fail again, than"
                  + " {}. Then call store with {\"text\": \"<output from fail>\"}.");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  @Test
  void the_result_of_a_tool_without_structure_is_its_blocks() {
    var workflow =
        SequentialWorkflow.named("words").describedAs("say words").step("say", Tools.PLAIN).build();
    try (var server = WorkflowServer.serving(workflow)) {
      assertThat(last(prompt(server.client(Way.STDIO_MODERN), "words", "{}")))
          .isEqualTo(
              """
              user: Tool result:
              [
                {
                  "type": "text",
                  "text": "plain words"
                }
              ]\
              """);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_that_reads_one_message_gets_one_with_the_same_facts(Way way) {
    try (var server = WorkflowServer.serving(publish().build())) {
      var client = server.connect(way.isHttp());
      var info = "{'name': 'gemini-cli-mcp-client', 'version': '1'}";
      if (way.isModern()) {
        client.modern("{}").withMeta("{'io.modelcontextprotocol/clientInfo': %s}".formatted(info));
      } else {
        client.request(
            "initialize",
            "{'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': %s}"
                .formatted(info));
      }
      var told = trace(prompt(client, "publish", "{'id': 'n1'}"));
      assertThat(told).hasSize(1);
      assertThat(told.getFirst())
          .startsWith("user: The server has run the workflow 'publish' for you.")
          .contains("Be kind", "I want to publish a note.", "Here's my plan:", "Be short")
          .contains("Calling tool 'fetch'", "Title of n1", "\"saved\"");
    }
  }

  @Test
  void the_form_of_a_trace_is_the_workflows_or_else_the_servers() {
    var open = publish().build();
    var fixed =
        SequentialWorkflow.named("words")
            .describedAs("say words")
            .withTrace(TraceForm.MESSAGES)
            .step("say", Tools.PLAIN)
            .build();
    try (var server =
        WorkflowServer.with(
            builder -> builder.part(Workflows.of(open, fixed).withTrace(TraceForm.SINGLE)))) {
      var client = server.client(Way.STDIO_MODERN);
      assertThat(trace(prompt(client, "publish", "{'id': 'n1'}"))).hasSize(1);
      assertThat(trace(prompt(client, "words", "{}"))).hasSize(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_destructive_step_waits_for_a_confirmation_unless_its_author_said_otherwise(Way way) {
    var careful =
        SequentialWorkflow.named("careful")
            .describedAs("remove with care")
            .step("read", Tools.FETCH, arg("id", constant("n1")))
            .step("wipe", Tools.WIPE, arg("target", fromStep("read", "id")))
            .build();
    var bold =
        SequentialWorkflow.named("bold")
            .describedAs("remove at once")
            .step("wipe", Tools.WIPE, arg("target", constant("n2")), autoRun())
            .build();
    try (var server = WorkflowServer.serving(careful, bold)) {
      var client = server.client(way);
      assertThat(last(prompt(client, "careful", "{}")))
          .isEqualTo(
              "assistant: Step 'wipe' waits for a confirmation: wipe can destroy something, so it"
                  + " does not run by itself. Ask the user before you go on. To continue, call wipe"
                  + " with {\"target\": \"n1\"}.");
      assertThat(server.tools().calls(Tools.WIPE)).isZero();
      assertThat(last(prompt(client, "bold", "{}"))).contains("\"wiped\": \"n2\"");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_step_whose_arguments_do_not_fit_is_handed_off_with_the_reason(Way way) {
    var workflow =
        SequentialWorkflow.named("misfit")
            .describedAs("count with words")
            .step("read", Tools.FETCH, arg("id", constant("n1")))
            .step(
                "save",
                Tools.STORE,
                arg("text", fromStep("read", "title")),
                arg("count", fromStep("read", "title")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = way.isModern() ? server.modern(way.isHttp(), "{}") : server.client(way);
      assertThat(last(prompt(client, "misfit", "{}")))
          .startsWith(
              "assistant: Cannot proceed with step 'save': its arguments do not satisfy the input"
                  + " schema of store: 'count' ");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_tool_that_was_removed_later_is_handed_off(Way way) {
    try (var server = WorkflowServer.serving(publish().build())) {
      var client = server.client(way);
      assertThat(server.mcp().removeTool("store")).isTrue();
      assertThat(last(prompt(client, "publish", "{'id': 'n1'}")))
          .isEqualTo(
              "assistant: Step 'save' failed: tool 'store' is not available on this server. To"
                  + " continue, call store (if you have it; this server does not) with {\"text\":"
                  + " \"Title of n1\"}.");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_resource_that_cannot_be_read_is_a_link_and_harms_no_run(Way way) {
    var workflow =
        SequentialWorkflow.named("linked")
            .describedAs("read what is broken")
            .instructions(ResourceHandle.of(WorkflowServer.BROKEN))
            .step("read", Tools.FETCH, arg("id", constant("n1")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var told = trace(prompt(server.client(way), "linked", "{}"));
      assertThat(told.getFirst()).isEqualTo("user: [link resource://broken]");
      assertThat(told.getLast()).contains("Title of n1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_resource_that_is_not_there_is_named_and_no_link_leads_to_it(Way way) {
    var workflow =
        SequentialWorkflow.named("pointing")
            .describedAs("read what somebody names")
            .promptArg("topic")
            .instructions(ResourceHandle.of("resource://tasks/{topic}/results/x"))
            .step("read", Tools.FETCH, arg("id", constant("n1")))
            .build();
    var durable =
        SequentialWorkflow.named("durable")
            .describedAs("let the server have results of tasks")
            .step("read", Tools.FETCH, arg("id", constant("n1")))
            .durable()
            .build();
    try (var server =
        WorkflowServer.with(
            builder -> builder.part(Workflows.of(durable)).part(Workflows.of(workflow)))) {
      var told = trace(prompt(server.client(way), "pointing", "{'topic': 'a/b'}"));
      assertThat(told.getFirst())
          .isEqualTo(
              "user: Error reading resource 'resource://tasks/a%2Fb/results/x': this server has"
                  + " none with this URI.");
      assertThat(told.getLast()).contains("Title of n1");
    }
  }
}
