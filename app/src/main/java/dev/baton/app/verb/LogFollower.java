package dev.baton.app.verb;

import dev.baton.app.verb.view.Progress.Stopwatch;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.Transcript;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows a log and what comes later, until the run is over. */
final class LogFollower {
  private static final String AFTER = "after_entry_index";
  private static final int WAIT_MS = 2_000;

  private final ObjectNode arguments;
  private final OperationCaller caller;
  private final Transcript transcript;
  private final Consumer<JsonNode> sink;
  private final Stopwatch watch = Stopwatch.started();

  private LogFollower(ObjectNode arguments, OperationCaller caller, Screen screen, boolean json) {
    this.arguments = arguments.deepCopy();
    this.caller = caller;
    this.transcript = new Transcript(screen);
    this.sink =
        json ? entries -> entries.forEach(entry -> screen.line(entry.toString())) : transcript::add;
  }

  static LogFollower asLines(ObjectNode arguments, OperationCaller caller, Screen screen) {
    return new LogFollower(arguments, caller, screen, false);
  }

  static LogFollower asJson(ObjectNode arguments, OperationCaller caller, Screen screen) {
    return new LogFollower(arguments, caller, screen, true);
  }

  /** The state of the attempt at the end. */
  String run() throws IOException, InterruptedException {
    page();
    arguments.put("wait_ms", WAIT_MS);
    var status = status();
    while (!AttemptWait.isOver(status)) {
      page();
      status = status();
    }
    arguments.remove("wait_ms");
    while (page()) {
      // why: the last words may have come in before the end and after we looked
    }
    return status.path("state").asString("");
  }

  private JsonNode status() throws IOException, InterruptedException {
    var attempt = Json.object().put("attempt_id", arguments.path("attempt_id").asString(""));
    return caller.call("get_attempt_status", attempt);
  }

  /** Shows what there is; true if there was anything. */
  private boolean page() throws IOException, InterruptedException {
    var doing = transcript.underWay();
    var text = doing.isEmpty() ? "Waiting for the agent" : doing;
    var answer = caller.call("tail_attempt_logs", arguments, text, watch);
    var entries = answer.path("entries");
    sink.accept(entries);
    var last = entries.path(entries.size() - 1).path("entry_index");
    if (last.isNumber()) {
      arguments.set(AFTER, last);
    } else if (!arguments.has(AFTER)) {
      arguments.put(AFTER, -1);
    }
    return !entries.isEmpty();
  }
}
