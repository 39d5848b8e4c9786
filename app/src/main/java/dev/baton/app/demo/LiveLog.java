package dev.baton.app.demo;

import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import tools.jackson.databind.JsonNode;

/** Tells line by line what the agent of an attempt does, while it happens. Not thread safe. */
final class LiveLog {
  private static final int WAIT_MILLIS = 500;

  private final McpClient baton;
  private final Stage stage;
  private final String attempt;
  private long told = -1;

  LiveLog(McpClient baton, Stage stage, String attempt) {
    this.baton = baton;
    this.stage = stage;
    this.attempt = attempt;
  }

  /** Tells what comes until the agent ends or asks something, and returns how it stands then. */
  JsonNode follow() throws IOException, InterruptedException {
    while (true) {
      // why first: what is logged before the state is read is told before it is believed
      var status = baton.call("get_attempt_status", Json.object().put("attempt_id", attempt));
      var goesOn =
          status.path("state").asString("").equals("running")
              && !status.path("needs_input").asBoolean(false);
      tell(goesOn ? WAIT_MILLIS : 0);
      if (!goesOn) {
        return status;
      }
    }
  }

  private void tell(int waitMillis) throws IOException, InterruptedException {
    var page =
        baton.call(
            "tail_attempt_logs",
            Json.object()
                .put("attempt_id", attempt)
                .put("after_entry_index", told)
                .put("wait_ms", waitMillis));
    page.path("entries").forEach(this::tell);
    if (page.path("has_more").asBoolean(false)) {
      tell(0);
    }
  }

  private void tell(JsonNode entry) {
    told = entry.path("entry_index").asLong(told);
    var type = entry.path("type").asString("");
    var content = entry.path("content").asString("");
    switch (type) {
      case "assistant_message" -> stage.line("says", content);
      case "thinking" -> stage.line("thinks", content);
      case "tool_use" -> tellTool(entry.path("tool"), content);
      case "error" -> stage.line("error", content);
      // why: the demonstration has shown the prompt already; the rest is bookkeeping
      default -> {}
    }
  }

  private void tellTool(JsonNode tool, String content) {
    // why: a call appears when it begins and again when it has ended; once is enough here, and
    // the question is shown by the act that answers it
    var hasEnded = tool.path("status").asString("").equals("completed");
    if (hasEnded && !tool.path("name").asString("").equals("ask")) {
      stage.line("does", content);
    }
  }
}
