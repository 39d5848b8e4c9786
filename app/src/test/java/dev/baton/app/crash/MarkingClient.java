package dev.baton.app.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.LineClient;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Talks to a {@link MarkingServer} that may be killed at any moment. Not thread safe. */
final class MarkingClient implements AutoCloseable {
  private final Program server;
  private final LineClient client;

  MarkingClient(String database, String marks) throws IOException {
    server =
        Program.start(
            Program.javaCommand(
                List.of("-XX:TieredStopAtLevel=1"), MarkingServer.class, database, marks),
            Map.of());
    client = new LineClient(server);
    if (result(client::initialize).isEmpty()) {
      throw new IOException("The server did not start");
    }
  }

  void kill() {
    server.kill();
  }

  void startRun(String run) throws IOException {
    var params = Json.object().put("name", "chain");
    params.putObject("arguments").put("run", run);
    var _ = call("prompts/get", params);
  }

  /** Lets the server go on with a run. */
  void resume(String task) throws IOException {
    var arguments = Json.object().put("task_id", task);
    var _ = callTool("workflow_resume", arguments, Optional.empty());
  }

  /** Does a step in place of the server; the note of its recording, if an answer came. */
  Optional<JsonNode> mark(String run, String step, String task) throws IOException {
    var arguments = Json.object().put("run", run).put("step", step).put("by", "client");
    return callTool("mark", arguments, Optional.of(task))
        .map(
            result -> {
              var note = (ObjectNode) result.path("_meta").path("dev.baton/recorded").deepCopy();
              note.set("nonce", result.path("structuredContent").path("nonce"));
              return note;
            });
  }

  private Optional<JsonNode> callTool(String tool, ObjectNode arguments, Optional<String> task)
      throws IOException {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    task.ifPresent(value -> params.putObject("_meta").put("_task_id", value));
    return call("tools/call", params);
  }

  /** Every run that there is, with what is known of it. */
  List<JsonNode> runs() throws IOException {
    var runs = new ArrayList<JsonNode>();
    for (var task : tasks()) {
      runs.add(run(task));
    }
    return runs;
  }

  /** What is known of a run. */
  JsonNode run(JsonNode task) throws IOException {
    var params = Json.object().put("taskId", task.path("taskId").asString(""));
    return call("tasks/get", params).orElseThrow();
  }

  List<JsonNode> tasks() throws IOException {
    var all = Stream.<JsonNode>empty();
    var cursor = Optional.<String>empty();
    do {
      var params = Json.object();
      cursor.ifPresent(value -> params.put("cursor", value));
      var page = call("tasks/list", params).orElseThrow();
      all = Stream.concat(all, page.path("tasks").valueStream());
      cursor = page.path("nextCursor").asStringOpt();
    } while (cursor.isPresent());
    return all.toList();
  }

  /** The result; empty if the server was killed before it answered. */
  private Optional<JsonNode> call(String method, ObjectNode params) {
    return result(() -> client.request(method, params));
  }

  private interface Asking {
    JsonNode ask() throws IOException;
  }

  private static Optional<JsonNode> result(Asking request) {
    try {
      var answer = request.ask();
      assertThat(answer.has("error")).as("%s", answer).isFalse();
      return Optional.of(answer.path("result"));
    } catch (IOException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
