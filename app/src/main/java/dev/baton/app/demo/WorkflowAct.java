package dev.baton.app.demo;

import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The act about workflows: several tool calls as one request, and a handoff at its end. */
final class WorkflowAct {
  private static final int WIDTH = 84;

  private final McpClient baton;
  private final Stage stage;

  WorkflowAct(McpClient baton, Stage stage) {
    this.baton = baton;
    this.stage = stage;
  }

  void tell(String project) throws IOException, InterruptedException {
    stage.act(
        "Or all of that as one request: a workflow, which the server runs itself",
        "prompts/get deliver_task",
        "baton workflow run deliver_task");
    var messages = run(project);
    messages.stream()
        .filter(text -> text.startsWith("Here's my plan"))
        .flatMap(String::lines)
        .forEach(stage::line);
    stage.line("…");
    wrapped(shortened(messages.getLast())).forEach(stage::line);
  }

  private List<String> run(String project) throws IOException, InterruptedException {
    var request = Json.object().put("name", "deliver_task");
    request
        .putObject("arguments")
        .put("project_id", project)
        .put("title", "Say thanks")
        .put("description", "append greet.sh echo Thanks")
        .put("executor", Demo.AGENT);
    return baton
        .request("prompts/get", request)
        .path("messages")
        .valueStream()
        .map(message -> message.path("content").path("text").asString(""))
        .toList();
  }

  /** The handoff without its last part, on how to resume a run, which is for models. */
  private static String shortened(String handoff) {
    var end = handoff.indexOf(" This run is recorded");
    return end < 0 ? handoff : handoff.substring(0, end);
  }

  private static List<String> wrapped(String text) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : text.split("\\s+", -1)) {
      if (line.length() + word.length() >= WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
