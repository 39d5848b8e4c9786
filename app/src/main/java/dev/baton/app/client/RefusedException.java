package dev.baton.app.client;

import tools.jackson.databind.JsonNode;

/** A server refused a call; the message says why. */
public final class RefusedException extends RuntimeException {
  private final transient JsonNode answer;

  RefusedException(String message, JsonNode answer) {
    super(message);
    this.answer = answer;
  }

  /** What the server said: the envelope of a failed tool, or the error of a refused request. */
  public JsonNode answer() {
    return answer;
  }
}
