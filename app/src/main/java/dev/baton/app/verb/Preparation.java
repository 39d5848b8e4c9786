package dev.baton.app.verb;

import dev.baton.app.config.TimeSpan;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is done to what was typed before it is sent. */
interface Preparation {
  Pattern BESIDE = Pattern.compile("(before|after):(.+)");

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
      if (!arguments.has("prompt")
          && !arguments.has("queued_id")
          && !arguments.path("action").asString("").equals("cancel")) {
        throw new Values.UnfitException("Missing: PROMPT or --prompt");
      }
    };
  }

  /** A place beside another task, such as {@code before:41}. */
  static Preparation placement() {
    return (arguments, caller) -> {
      var beside = BESIDE.matcher(arguments.path("position").asString(""));
      if (beside.matches()) {
        var other = Json.object().put("task_id", beside.group(2));
        new References(caller).resolve(other);
        arguments.putObject("position").set(beside.group(1), other.path("task_id"));
      }
    };
  }

  /** A time may be given as how long ago it was, such as {@code 7d}. */
  static Preparation timeAgo(String field) {
    return (arguments, _) ->
        arguments
            .path(field)
            .asStringOpt()
            .flatMap(TimeSpan::read)
            .ifPresent(span -> arguments.put(field, Instant.now().minus(span).toString()));
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
