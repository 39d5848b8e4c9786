package dev.baton.app.verb;

import dev.baton.app.verb.view.Progress;
import dev.baton.app.verb.view.Progress.Stopwatch;
import dev.baton.app.verb.view.Screen;
import dev.baton.orchestrator.tools.Endpoint;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls operations by their names, and shows that it waits. */
final class OperationCaller {
  private final Server server;
  private final Screen screen;

  OperationCaller(Server server, Screen screen) {
    this.server = server;
    this.screen = screen;
  }

  /**
   * The operation's answer.
   *
   * @throws FailedException if it failed
   */
  JsonNode call(String name, ObjectNode arguments) throws IOException, InterruptedException {
    return call(name, arguments, "Waiting for the server", Stopwatch.started());
  }

  /** The same, with what to say meanwhile. */
  JsonNode call(String name, ObjectNode arguments, String text, Stopwatch watch)
      throws IOException, InterruptedException {
    try (var _ = Progress.show(screen, text, watch)) {
      var answer = server.call(Endpoint.of(name).path(), arguments);
      if (answer.failed()) {
        throw new FailedException(answer.json());
      }
      return answer.json();
    }
  }
}
