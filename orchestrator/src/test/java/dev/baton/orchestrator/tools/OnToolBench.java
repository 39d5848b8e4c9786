package dev.baton.orchestrator.tools;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.call.AttemptOwner;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Tests that share one bench, and speak to it as clients do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
abstract class OnToolBench {
  ToolBench bench;

  @BeforeAll
  void open(@TempDir Path directory) {
    bench = new ToolBench(directory);
  }

  @AfterAll
  void close() {
    bench.close();
  }

  final ObjectNode call(String tool, String arguments, Object... values) {
    return bench.client().call(tool, arguments.formatted(values));
  }

  final ObjectNode fail(String tool, String arguments, Object... values) {
    return bench.client().fail(tool, arguments.formatted(values));
  }

  /** What the agent of an attempt can do. */
  final TestClient agent(String attempt) {
    var owner = new AttemptOwner(UUID.fromString(attempt)).toTaskOwner();
    return new MemoryClient(bench.server(), owner).modern("{}");
  }

  /** A project of this name. */
  final String named(String name) {
    var project = bench.project();
    call("rename_project", "{'project_id': '%s', 'name': '%s'}", project, name);
    return project;
  }
}
