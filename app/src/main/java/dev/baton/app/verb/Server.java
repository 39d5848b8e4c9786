package dev.baton.app.verb;

import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The server that does the work, as verbs see it; it is started if none runs. */
public interface Server {
  /**
   * What a server answered.
   *
   * @param failed if the operation failed; what it answered is then the envelope
   */
  record Answer(boolean failed, JsonNode json) {}

  /** Calls the operation at an endpoint and waits for its answer. */
  Answer call(String path, ObjectNode arguments) throws IOException, InterruptedException;
}
