package dev.baton.app.verb;

import dev.baton.app.verb.view.Progress.Stopwatch;
import dev.baton.app.verb.view.Screen;
import dev.baton.workflow.internal.record.Sentence;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Waits until nothing runs on a node, and says for what it waits. */
final class NodeWait {
  private static final int WAIT_MS = 30_000;

  private final String operation;
  private final ObjectNode arguments;
  private final OperationCaller caller;
  private final Screen screen;
  private final Stopwatch watch = Stopwatch.started();
  private int told;

  NodeWait(String operation, ObjectNode arguments, OperationCaller caller, Screen screen) {
    this.operation = operation;
    this.arguments = arguments.deepCopy().put("wait_ms", WAIT_MS);
    this.caller = caller;
    this.screen = screen;
  }

  /** The node when nothing runs there any more, or when nobody can tell because it is away. */
  JsonNode await(JsonNode first) throws IOException, InterruptedException {
    var node = first;
    while (running(node) > 0 && !isAway(node)) {
      tell(node);
      node = caller.call(operation, arguments, text(node), watch);
    }
    if (running(node) > 0) {
      screen.aside(
          "%s is away, so nobody knows what still runs there; it was last seen %s."
              .formatted(name(node), node.path("last_seen").asString("")));
    }
    return node;
  }

  /** Once for each number. */
  private void tell(JsonNode node) {
    if (running(node) != told) {
      told = running(node);
      screen.aside(text(node) + "; Ctrl-C ends the waiting, and nothing new starts there.");
    }
  }

  private static String text(JsonNode node) {
    return "Waiting for %s on %s".formatted(Sentence.counted(running(node), "attempt"), name(node));
  }

  private static int running(JsonNode node) {
    return node.path("running").asInt(0);
  }

  private static boolean isAway(JsonNode node) {
    return node.path("state").asString("").equals("away");
  }

  private static String name(JsonNode node) {
    return node.path("node").asString("");
  }
}
