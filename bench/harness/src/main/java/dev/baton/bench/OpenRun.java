package dev.baton.bench;

import java.io.IOException;

/** A run of the workflow that stops before its last step. */
final class OpenRun {
  private OpenRun() {}

  /** Begins one, and returns the id of its task. */
  static String begin(HttpConnection connection) throws IOException {
    var result = connection.result(ModernRequest.prompt("hand-over", "{\"text\":\"begin\"}"));
    return result
        .path("_meta")
        .path("task_id")
        .asStringOpt()
        .orElseThrow(() -> new IOException("The run has no task: " + result));
  }
}
