package dev.baton.app.demo;

import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Further tasks for a board that is kept: something in each column, so that it can be tried. */
final class SampleTasks {
  private final McpClient baton;

  SampleTasks(McpClient baton) {
    this.baton = baton;
  }

  /** Adds the tasks and waits until their agents have ended. */
  void addTo(String project) throws IOException, InterruptedException {
    add(project, "Greet in German", "normal", "language");
    add(project, "Say the time of day", "high", "idea");
    add(project, "Greet nobody at night", "low", "idea");
    var attempts = new ArrayList<String>();
    attempts.add(
        start(
            add(project, "Greet everybody in a file", "normal", "files"),
            """
            think Each line of the file is a name.
            write all.sh #!/bin/sh
            append all.sh while read -r name; do sh greet.sh "$name"; done
            say Done: `sh all.sh < names.txt` greets everybody."""));
    attempts.add(
        start(
            add(project, "Greet over the network", "normal", "idea"),
            """
            say There is no network here.
            exit 3"""));
    awaitAll(attempts);
  }

  private String add(String project, String title, String priority, String label)
      throws IOException, InterruptedException {
    var request =
        Json.object().put("project_id", project).put("title", title).put("priority", priority);
    request.putArray("labels").add(label);
    return baton.call("create_task", request).path("task_id").asString("");
  }

  private String start(String task, String script) throws IOException, InterruptedException {
    return baton
        .call(
            "start_task_attempt",
            Json.object().put("task_id", task).put("executor", Demo.AGENT).put("prompt", script))
        .path("attempt_id")
        .asString("");
  }

  private void awaitAll(List<String> attempts) throws IOException, InterruptedException {
    for (var attempt : attempts) {
      baton.call(
          "get_attempt_status",
          Json.object()
              .put("attempt_id", attempt)
              .put("wait_ms", 45_000)
              .put("since_state", "running"));
    }
  }
}
