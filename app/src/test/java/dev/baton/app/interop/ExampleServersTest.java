package dev.baton.app.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.ExampleServer;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The example servers, as an MCP client meets them over standard streams. */
@Tag("slow")
class ExampleServersTest {
  @TempDir private Path directory;

  @Test
  void greeting_greets_by_name_and_shows_its_guide() throws IOException {
    try (var greeting = ExampleServer.start("greeting")) {
      assertThat(
              greeting.prompt(
                  "personalized-greeting", "{\"name\": \"Ada\", \"style\": \"formal\"}"))
          .containsExactly(
              "user: (resource)",
              """
              user: I want to generate a personalized greeting.
              Parameters:
                - name: "Ada"
                - style: "formal\"\
              """,
              """
              assistant: Here's my plan:
              1. greet - Greet somebody by name\
              """,
              """
              assistant: Calling tool 'greet' with parameters:
              {
                "name": "Ada",
                "style": "formal"
              }\
              """,
              """
              user: Tool result:
              {
                "text": "Good day, Ada."
              }\
              """);
    }
  }

  @Test
  void workflows_of_logseq_share_their_instructions() throws IOException {
    try (var logseq = ExampleServer.start("logseq")) {
      var note =
          logseq.call(
              "prompts/get",
              """
              {"name": "add-note-to-project",
               "arguments": {"note": "Ask Ada", "project_name": "[[Website]]"}}
              """);
      var todo =
          logseq.call(
              "prompts/get",
              """
              {"name": "add-todo-to-project",
               "arguments": {"task_description": "Ask Ada", "project_name": "Website"}}
              """);

      assertThat(embedded(note))
          .containsExactly(
              "resource://logseq/workflow-intro",
              "resource://logseq/error-handling",
              "resource://logseq/project-tags");
      assertThat(embedded(todo)).startsWith(embedded(note).get(0), embedded(note).get(1));
      assertThat(ExampleServer.texts(note))
          .contains(
              """
              assistant: Calling tool 'add-content' with parameters:
              {
                "content": "Ask Ada [[Website]]"
              }\
              """);
    }
  }

  private static List<String> embedded(JsonNode result) {
    return result
        .path("messages")
        .valueStream()
        .map(message -> message.path("content").path("resource").path("uri").asString(""))
        .filter(uri -> !uri.isEmpty())
        .toList();
  }

  @Test
  void logseq_adds_a_todo_and_tells_how() throws IOException {
    try (var logseq = ExampleServer.start("logseq")) {
      assertThat(
              logseq.prompt(
                  "add-todo-to-project",
                  """
                  {"task_description": "Fix bug", "project_name": "[[ Website ]]"}
                  """))
          .startsWith(
              "user: (resource)",
              "user: (resource)",
              "user: (resource)",
              """
              user: I want to add a TODO item to a Logseq project.
              Parameters:
                - task_description: "Fix bug"
                - project_name: "[[ Website ]]\"""")
          .endsWith(
              """
              assistant: Calling tool 'add-content' with parameters:
              {
                "content": "TODO Fix bug [[Website]]"
              }""",
              """
              user: Tool result:
              {
                "entry_id": "entry-1",
                "page": "today"
              }""");
    }
  }

  @Test
  void logseq_hands_over_when_a_project_is_not_there() throws IOException {
    try (var logseq = ExampleServer.start("logseq")) {
      assertThat(
              logseq.prompt(
                  "add-project-task", "{\"project\": \"Nonexistent\", \"task\": \"Fix bug\"}"))
          .contains(
              "user: Error executing tool: Project 'Nonexistent' not found in available pages")
          .last()
          .asString()
          .startsWith(
              "assistant: Step 'verify_project' failed: Project 'Nonexistent' not found in available pages. Hint: Take one of the pages that list_pages shows. To continue, call verify_project with other arguments, because it would fail again: {\"project\": \"<other than \\\"Nonexistent\\\">\", \"available_pages\": [");
    }
  }

  @Test
  void a_run_of_deploy_goes_on_after_a_restart() throws IOException {
    var data = directory.toString();
    String task;
    try (var deploy = ExampleServer.start("deploy", "--data-dir", data)) {
      deploy.tool(
          "simulate",
          "{\"tool\": \"deploy_service\", \"fail_times\": 1, \"message\": \"connection timeout\"}");
      var paused =
          deploy.call(
              "prompts/get", "{\"name\": \"deploy\", \"arguments\": {\"region\": \"us-east-1\"}}");
      task = paused.path("_meta").path("task_id").asString("");
      assertThat(ExampleServer.texts(paused).getLast())
          .startsWith(
              "assistant: Step 'deploy' failed: connection timeout. To continue, call deploy_service with {\"region\": \"us-east-1\", \"config_id\": \"config-us-east-1\"}. Then call notify_team with {\"result\": \"<field 'url' from deploy_service>\"}.");
    }
    try (var deploy = ExampleServer.start("deploy", "--data-dir", data)) {
      var resumed = deploy.tool("workflow_resume", "{}").path("structuredContent");

      assertThat(resumed.path("task_id").asString("")).isEqualTo(task);
      assertThat(resumed.path("status").asString("")).isEqualTo("completed");
      assertThat(resumed.path("handoff").isNull()).isTrue();
    }
  }

  @Test
  void a_run_that_is_kept_in_memory_is_not_called_durable() throws IOException {
    try (var deploy = ExampleServer.start("deploy")) {
      var meta = deploy(deploy).path("_meta");

      assertThat(meta.path("durable").asBoolean(true)).isFalse();
      assertThat(meta.path("durable_reason").asString("")).contains("in memory");
    }
  }

  @Test
  void a_run_is_durable_in_the_directory_that_the_environment_names() throws IOException {
    var environment = Map.of("BATON_HOME", directory.toString());
    try (var deploy = ExampleServer.startIn(environment, "deploy")) {
      assertThat(deploy(deploy).path("_meta").path("durable").asBoolean(false)).isTrue();
    }
    try (var deploy = ExampleServer.startIn(environment, "deploy")) {
      assertThat(deploy.call("tasks/list", "{}").path("tasks")).hasSize(1);
    }
  }

  private static JsonNode deploy(ExampleServer server) throws IOException {
    return server.call(
        "prompts/get", "{\"name\": \"deploy\", \"arguments\": {\"region\": \"us-east-1\"}}");
  }

  @Test
  void rollout_waits_for_words_and_for_a_confirmation() throws IOException {
    try (var deploy = ExampleServer.start("deploy")) {
      assertThat(deploy.prompt("rollout", "{\"regions\": \"3\"}").getLast())
          .startsWith("assistant: Cannot proceed with step 'announce'");

      var announced =
          deploy.tool("workflow_resume", "{\"inputs\": {\"announce\": {\"result\": \"fine\"}}}");
      assertThat(announced.path("structuredContent").path("handoff").asString(""))
          .startsWith("Step 'rollback' waits for a confirmation");

      var done = deploy.tool("workflow_resume", "{\"inputs\": {\"rollback\": {}}}");
      assertThat(done.path("structuredContent").path("status").asString("")).isEqualTo("completed");
    }
  }

  @Test
  void rollout_says_which_deployment_it_would_roll_back() throws IOException {
    try (var deploy = ExampleServer.start("deploy")) {
      deploy.tool("simulate", "{\"tool\": \"deploy_service\", \"fail_times\": 1}");
      var paused =
          deploy.call(
              "prompts/get", "{\"name\": \"rollout\", \"arguments\": {\"regions\": \"2\"}}");
      var task = paused.path("_meta").path("task_id").asString("");
      assertThat(ExampleServer.texts(paused).getLast())
          .contains(
              "\"us-east-1\", \"config_id\": \"config-us-east-1\"} for step 'deploy_first' (\"dev.baton/step\": \"deploy_first\").")
          .contains(
              "call rollback_service with {\"deployment_id\": \"<field 'deployment_id' from deploy_service of step 'deploy_second'>\"}.")
          .contains("workflow_resume with {\"task_id\": \"%s\"}.".formatted(task));

      var second = deploy(deploy, "eu-west-1", task);
      assertThat(step(second)).isEqualTo("deploy_second");
      assertThat(step(deploy(deploy, "us-east-1", task))).isEqualTo("deploy_first");
      var status = deploy.tool("workflow_status", "{}").path("structuredContent");
      assertThat(status.path("remaining").path(1).path("arguments").path("deployment_id"))
          .isEqualTo(second.path("structuredContent").path("deployment_id"));
    }
  }

  private static JsonNode deploy(ExampleServer server, String region, String task)
      throws IOException {
    return server.call(
        "tools/call",
        """
        {"name": "deploy_service",
         "arguments": {"region": "%s", "config_id": "config-us-east-1"},
         "_meta": {"_task_id": "%s"}}
        """
            .formatted(region, task));
  }

  private static String step(JsonNode answer) {
    return answer.path("_meta").path("dev.baton/recorded").path("step").asString("");
  }

  @Test
  void the_team_is_told_what_was_given_and_no_more() throws IOException {
    try (var deploy = ExampleServer.start("deploy")) {
      assertThat(deploy.tool("notify_team", "{\"result\": \"fine\"}").path("structuredContent"))
          .isEqualTo(Json.parseObject("{\"result\": \"fine\"}"));
      assertThat(
              deploy
                  .tool("notify_team", "{\"channel\": \"ops\", \"result\": \"fine\"}")
                  .path("structuredContent"))
          .isEqualTo(Json.parseObject("{\"channel\": \"ops\", \"result\": \"fine\"}"));
    }
  }

  @Test
  void a_workflow_file_in_the_data_directory_is_served_and_a_broken_one_is_not()
      throws IOException {
    var workflows = Files.createDirectories(directory.resolve("workflows"));
    Files.writeString(
        workflows.resolve("pages.yaml"),
        """
        name: show-pages
        description: List all pages
        steps:
          - name: pages
            tool: list_pages
        """);
    Files.writeString(
        workflows.resolve("broken.yaml"), "name: broken\nsteps: [{name: a, tool: b}]");

    try (var logseq = ExampleServer.start("logseq", "--data-dir", directory.toString())) {
      assertThat(
              logseq
                  .call("prompts/list", "{}")
                  .path("prompts")
                  .valueStream()
                  .map(prompt -> prompt.path("name").asString("")))
          .containsExactlyInAnyOrder(
              "add-todo-to-project", "add-note-to-project", "add-project-task", "show-pages");
      assertThat(logseq.prompt("show-pages", "{}").getLast()).contains("Website");
    }
  }
}
