package dev.baton.app.verb;

import dev.baton.app.verb.view.CellText;
import dev.baton.app.verb.view.Progress.Stopwatch;
import dev.baton.app.verb.view.Screen;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Waits for the end of a run, and says what the agent asks meanwhile. */
final class AttemptWait {
  private static final int LONG_MS = 30_000;
  private static final int SHORT_MS = 5_000;

  private final String attemptId;
  private final OperationCaller caller;
  private final Screen screen;
  private final Stopwatch watch = Stopwatch.started();
  private final Set<String> asked = new HashSet<>();

  AttemptWait(String attemptId, OperationCaller caller, Screen screen) {
    this.attemptId = attemptId;
    this.caller = caller;
    this.screen = screen;
  }

  /** The status at the end. */
  JsonNode await() throws IOException, InterruptedException {
    var status = status(attempt(), "Waiting for the server");
    while (!isOver(status)) {
      status.path("pending_approvals").forEach(this::announce);
      status = status(query(status), text(status));
    }
    return status;
  }

  private JsonNode status(ObjectNode arguments, String text)
      throws IOException, InterruptedException {
    return caller.call("get_attempt_status", arguments, text, watch);
  }

  private ObjectNode attempt() {
    return Json.object().put("attempt_id", attemptId);
  }

  /** If nothing runs, waits in line or is about to start. */
  static boolean isOver(JsonNode status) {
    var isBusy =
        switch (status.path("state").asString("")) {
          case "running" -> true;
          // why: one that was stopped in line has no place there any more and never begins
          case "idle" -> status.path("waiting").isObject();
          default -> false;
        };
    var goesOn =
        status.path("queue_length").asInt(0) > 0 && !status.path("queue_held").asBoolean(false);
    return !isBusy && !goesOn;
  }

  private ObjectNode query(JsonNode status) {
    // why: with a state to compare, a question that is known already would be answered at once
    return status.path("pending_approvals").isEmpty()
        ? attempt().put("wait_ms", LONG_MS).put("since_state", status.path("state").asString(""))
        : attempt().put("wait_ms", SHORT_MS);
  }

  private String text(JsonNode status) {
    var line = status.path("waiting");
    return line.isObject()
        ? "Attempt %s waits in line at place %d"
            .formatted(attemptId, line.path("position").asInt(0))
        : "Attempt %s runs".formatted(attemptId);
  }

  private void announce(JsonNode approval) {
    var id = approval.path("approval_id").asString("");
    if (asked.add(id)) {
      screen.aside(
          "The agent asks: %s %s; answer with: baton approvals respond %s approve (or deny)"
              .formatted(
                  approval.path("tool_name").asString(""),
                  CellText.inOneLine(approval.path("summary").asString("")),
                  id));
    }
  }
}
