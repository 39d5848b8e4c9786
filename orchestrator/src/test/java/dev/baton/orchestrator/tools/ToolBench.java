package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.OrchestratorSetup;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** All tools on a real server, with real git, a real store and the scripted agent. */
final class ToolBench implements AutoCloseable {
  static final String MISSING = "00000000-0000-4000-8000-000000000000";
  static final String ASKABLE = "{'elicitation': {}}";
  static final String WITH_TASKS =
      "{'elicitation': {}, 'extensions': {'io.modelcontextprotocol/tasks': {}}}";

  private final Path directory;
  private final Database database;
  private final Orchestrator orchestrator;
  private final McpServer server;
  private final TestClient client;

  ToolBench(Path directory) {
    this(directory, AttemptLimits.DEFAULT);
  }

  ToolBench(Path directory, AttemptLimits limits) {
    this.directory = directory;
    database = Database.open(directory.resolve("baton.db"));
    var catalogue =
        new KnownAgents(
                new ServerVariables(System.getenv()),
                FakeAgentProgram.commandLine(List.of()),
                directory.resolve("conversations"))
            .catalogue(List.of());
    var patience =
        new StopPatience(Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(10));
    orchestrator =
        Orchestrator.open(
            database,
            OrchestratorSetup.of(directory.resolve("data"), () -> catalogue)
                .withLimits(limits)
                .withStopPatience(patience));
    server = serve();
    client = new MemoryClient(server, TaskOwner.LOCAL).modern("{}");
    makeRepository("repo");
  }

  private McpServer serve() {
    var builder = McpServer.named("test", "1");
    Operations.of(orchestrator).stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    return builder.build();
  }

  Orchestrator orchestrator() {
    return orchestrator;
  }

  McpServer server() {
    return server;
  }

  /** A client that can only call tools. */
  TestClient client() {
    return client;
  }

  Path repository() {
    return directory.resolve("repo");
  }

  Path makeRepository(String name) {
    return TestRepository.make(directory.resolve(name), "README.md", "hello\n");
  }

  String project() {
    return client
        .call(
            "create_project",
            "{'name': 'Demo', 'repos': [{'path': '%s'}], 'allow_shared': true}"
                .formatted(repository()))
        .path("project_id")
        .asString();
  }

  String task(String projectId, String title) {
    return client
        .call("create_task", "{'project_id': '%s', 'title': '%s'}".formatted(projectId, title))
        .path("task_id")
        .asString();
  }

  static ObjectNode start(String taskId, String... script) {
    return Json.object()
        .put("task_id", taskId)
        .put("executor", "FAKE_AGENT")
        .put("prompt", String.join("\n", script));
  }

  /** Starts an attempt at a new task of a new project. */
  String attempt(String... script) {
    return client
        .call("start_task_attempt", start(task(project(), "Do it"), script))
        .path("attempt_id")
        .asString();
  }

  static String attemptId(String attemptId) {
    return "{'attempt_id': '%s'}".formatted(attemptId);
  }

  /** Waits as a model does. */
  ObjectNode awaitEnd(String attemptId) {
    var status = client.call("get_attempt_status", attemptId(attemptId));
    for (var round = 0; round < 10 && isOpen(status); round++) {
      status =
          client.call(
              "get_attempt_status",
              "{'attempt_id': '%s', 'wait_ms': 5000, 'since_state': '%s'}"
                  .formatted(attemptId, status.path("state").asString()));
    }
    assertThat(isOpen(status)).as("%s", status).isFalse();
    return status;
  }

  private static boolean isOpen(ObjectNode status) {
    return List.of("idle", "running").contains(status.path("state").asString());
  }

  @Override
  public void close() {
    client.close();
    server.close();
    orchestrator.close();
    database.close();
  }
}
