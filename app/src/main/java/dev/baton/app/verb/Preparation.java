package dev.baton.app.verb;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is done to what was typed before it is sent. */
interface Preparation {
  void prepare(ObjectNode arguments, OperationCaller caller)
      throws IOException, InterruptedException;

  /** It is sent as it was typed. */
  static Preparation none() {
    return (_, _) -> {};
  }

  /** Paths are meant as the caller sees them; the server runs elsewhere. */
  static Preparation localPaths() {
    return (arguments, _) -> makeAbsolute(arguments);
  }

  private static void makeAbsolute(JsonNode part) {
    if (part instanceof ObjectNode object) {
      object
          .path("path")
          .asStringOpt()
          .ifPresent(
              path -> object.put("path", Path.of(path).toAbsolutePath().normalize().toString()));
    }
    part.forEach(Preparation::makeAbsolute);
  }

  /** Whom to tell, and what, unless what waits is dropped. */
  static Preparation addressed() {
    return (arguments, _) -> {
      if (!arguments.has("attempt_id") && !arguments.has("session_id")) {
        throw new Values.UnfitException("Missing: ATTEMPT_ID or --attempt-id or --session-id");
      }
      if (!arguments.has("prompt") && !arguments.path("action").asString("").equals("cancel")) {
        throw new Values.UnfitException("Missing: PROMPT or --prompt");
      }
    };
  }

  /** Who names no files means all that changed. */
  static Preparation allChangedFiles() {
    return (arguments, caller) -> {
      var paths = arguments.withArray("paths");
      if (paths.isEmpty()) {
        var attempt = Json.object();
        attempt.set("attempt_id", arguments.path("attempt_id"));
        caller
            .call("get_attempt_changes", attempt)
            .path("files")
            .forEach(file -> paths.add(file.path("path")));
      }
    };
  }
}
