package dev.baton.app.verb;

import dev.baton.app.config.TimeSpan;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Prepares what was typed for sending. It has no constants: Java keeps no classes of the lambdas of
 * an interface that has to be initialized, and makes them anew at every start.
 */
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

  /** An image is named by its file; the server gets what is in it. */
  static Preparation imageFile() {
    return (arguments, _) -> takeFile(arguments);
  }

  /** The same for every value of a list. */
  static Preparation imageFiles() {
    return (arguments, _) -> {
      for (var image : arguments.path("images")) {
        takeFile((ObjectNode) image);
      }
    };
  }

  private static void takeFile(ObjectNode image) throws IOException {
    var file = Path.of(image.path("data").asString(""));
    if (!Files.isRegularFile(file)) {
      throw new Values.UnfitException("There is no file " + file);
    }
    if (Files.size(file) > Image.MOST_BYTES) {
      throw new Values.UnfitException("%s is larger than 10 MB".formatted(file));
    }
    if (!image.has("name")) {
      image.put("name", String.valueOf(file.getFileName()));
    }
    image.put("data", Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
  }

  /** Images of a message may be files: they are brought to the attempt first. */
  static Preparation sentImages() {
    return (arguments, caller) -> {
      if (!(arguments.path("images") instanceof ArrayNode images)) {
        return;
      }
      for (var place = 0; place < images.size(); place++) {
        var named = images.path(place).asString("");
        if (References.isId(named)) {
          continue;
        }
        var known =
            Files.exists(Path.of(named))
                ? Optional.<String>empty()
                : new References(caller).findImage(named);
        if (known.isPresent()) {
          images.set(place, known.get());
        } else {
          images.set(place, addImage(named, attempt(arguments, caller), caller));
        }
      }
    };
  }

  private static JsonNode addImage(String file, JsonNode attempt, OperationCaller caller)
      throws IOException, InterruptedException {
    var image = Json.object().put("data", file);
    takeFile(image);
    image.set("attempt_id", attempt);
    return caller.call("add_image", image).path("image_id");
  }

  private static JsonNode attempt(ObjectNode arguments, OperationCaller caller)
      throws IOException, InterruptedException {
    if (arguments.has("attempt_id")) {
      return arguments.path("attempt_id");
    }
    if (!arguments.has("task_id")) {
      throw new Values.UnfitException("An image file goes to an attempt: give its ATTEMPT_ID");
    }
    var task = Json.object();
    task.set("task_id", arguments.path("task_id"));
    var attempt = caller.call("list_task_attempts", task).path("latest_attempt_id");
    if (attempt.isNull()) {
      throw new Values.UnfitException(
          "The task has no attempt yet: baton attempt start begins one");
    }
    return attempt;
  }

  /** First the one, then the other. */
  default Preparation then(Preparation next) {
    return (arguments, caller) -> {
      prepare(arguments, caller);
      next.prepare(arguments, caller);
    };
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
      var typed = arguments.path("position").asString("");
      var beside = References.BESIDE.matcher(typed);
      if (!typed.isEmpty() && !List.of("top", "bottom").contains(typed) && !beside.matches()) {
        throw new Values.UnfitException(
            "--position is '%s', but it takes top, bottom, before:TASK or after:TASK, such as before:41"
                .formatted(typed));
      }
      if (beside.matches()) {
        var other = Json.object().put("task_id", beside.group(2));
        // why: the server looks for a number alone in the project of the task that is moved
        if (!References.isNumber(beside.group(2))) {
          new References(caller).resolve(other);
        }
        arguments.putObject("position").set(beside.group(1), other.path("task_id"));
      }
    };
  }

  /** A list whose values hold no comma may be typed with commas, too. */
  static Preparation separated(String field) {
    return (arguments, _) -> {
      if (arguments.path(field) instanceof ArrayNode typed) {
        var values = Json.array();
        typed
            .valueStream()
            .flatMap(text -> Stream.of(text.asString("").split(",", -1)))
            .map(String::strip)
            .forEach(values::add);
        arguments.set(field, values);
      }
    };
  }

  /** A time may be given as how long ago it was, such as {@code 7d}. */
  static Preparation timeAgo(String field) {
    return (arguments, _) ->
        arguments
            .path(field)
            .asStringOpt()
            .ifPresent(typed -> arguments.put(field, time(field, typed).toString()));
  }

  private static Instant time(String field, String typed) {
    return TimeSpan.read(typed)
        .map(Instant.now()::minus)
        .or(() -> findTime(typed))
        .orElseThrow(
            () ->
                new Values.UnfitException(
                    "--%s is '%s', but it takes how long ago, such as 7d or 12h, or a time such as 2026-01-31T00:00:00Z"
                        .formatted(field.replace('_', '-'), typed)));
  }

  private static Optional<Instant> findTime(String typed) {
    try {
      return Optional.of(Instant.parse(typed));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Names all files that changed where none is named. */
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
