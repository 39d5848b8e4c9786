package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hints name tools that their reader has, and the user's verb for the others. */
class HintWordingTest {
  @TempDir Path directory;
  private ToolBench bench;
  private McpServer core;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
    var builder = McpServer.named("core", "1");
    Operations.coreOf(bench.orchestrator()).stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    core = builder.build();
  }

  @AfterEach
  void close() {
    core.close();
    bench.close();
  }

  private String hintOnArchivedTask(TestClient client) {
    var task = bench.task(bench.project(), "Put away");
    bench.client().call("archive_task", "{'task_id': '%s'}".formatted(task));
    var start = ToolBench.start(task, "say hi").toString();
    return client.fail("start_task_attempt", start).path("hint").asString();
  }

  @Test
  void a_tool_that_the_core_does_not_have_is_named_as_the_users_verb() {
    try (var client = new MemoryClient(core, TaskOwner.LOCAL).modern("{}")) {
      assertThat(hintOnArchivedTask(client))
          .isEqualTo(
              "Call 'baton task archive' with archived false to put it back on the board, then call"
                  + " start_task_attempt again; you have no tool for what begins with 'baton': ask"
                  + " the user to run it");
    }
  }

  @Test
  void a_tool_that_is_there_keeps_its_name() {
    assertThat(hintOnArchivedTask(bench.client()))
        .isEqualTo(
            "Call archive_task with archived false to put it back on the board, then call"
                + " start_task_attempt again");
  }

  @Test
  void a_name_that_somebody_gave_is_no_tool() {
    var named = "{'name': 'merge_attempt', 'repos': [{'path': '%s'}]}";
    bench.client().call("create_project", named.formatted(bench.makeRepository("one")));
    bench.client().call("create_project", named.formatted(bench.makeRepository("two")));
    bench
        .client()
        .call("list_projects", "{}")
        .path("projects")
        .forEach(project -> bench.task(project.path("project_id").asString(), "One"));
    try (var client = new MemoryClient(core, TaskOwner.LOCAL).modern("{}")) {
      assertThat(client.fail("get_task", "{'task_id': 'merge_attempt#1'}").path("hint").asString())
          .contains("called 'merge_attempt'", "call 'baton project rename'");
    }
  }
}
