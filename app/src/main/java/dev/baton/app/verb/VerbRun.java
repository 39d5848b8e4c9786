package dev.baton.app.verb;

import dev.baton.app.verb.view.AttemptView;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.Terminal;
import dev.baton.app.verb.view.View;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lets the server do what was typed, and shows the answer. */
final class VerbRun {
  /**
   * What can be asked of a verb beside the fields of its operation.
   *
   * @param json if the answer is printed as it came
   * @param waits if it ends with the run that it began
   * @param follows if it goes on with what comes later
   * @param leaves if it does not wait for what it would wait for
   */
  record VerbOptions(boolean json, boolean waits, boolean follows, boolean leaves) {
    static final String JSON = "--json";

    /** The options that were typed, by their names. */
    static VerbOptions of(Set<String> typed) {
      return new VerbOptions(
          typed.contains(JSON),
          typed.contains(Style.Extra.WAIT.option()),
          typed.contains(Style.Extra.FOLLOW.option()),
          typed.contains(Style.Extra.UNTIL_EMPTY.option()));
    }
  }

  /**
   * What all verbs share.
   *
   * @param wording made from all operations, which takes time, and most verbs never need it
   */
  record VerbContext(Server server, Supplier<CommandLineWording> wording, Terminal terminal) {}

  private static final int OK = 0;
  private static final int FAILED = 1;

  private final Operation operation;
  private final Style style;
  private final VerbOptions options;
  private final VerbContext around;
  private final Screen screen;
  private final OperationCaller caller;

  VerbRun(
      Operation operation, Style style, VerbOptions options, VerbContext around, Screen screen) {
    this.operation = operation;
    this.style = style;
    this.options = options;
    this.around = around;
    this.screen = screen;
    this.caller = new OperationCaller(around.server(), screen);
  }

  /**
   * The exit code.
   *
   * @throws Values.UnfitException if the arguments do not fit; nothing was changed
   */
  int run(ObjectNode arguments) throws IOException, InterruptedException {
    try {
      new References(caller).resolve(arguments);
      style.preparation().prepare(arguments, caller);
      return options.follows() ? follow(arguments) : once(arguments);
    } catch (FailedException e) {
      complain(e.envelope());
      return FAILED;
    }
  }

  private int once(ObjectNode arguments) throws IOException, InterruptedException {
    var answer = caller.call(operation.name(), arguments);
    if (options.waits()) {
      return awaitEnd(answer.path("attempt_id").asString(""));
    }
    if (style.extra() == Style.Extra.UNTIL_EMPTY
        && !options.leaves()
        && !arguments.has("wait_ms")) {
      answer = new NodeWait(operation.name(), arguments, caller, screen).await(answer);
    }
    show(answer, style.view());
    return style.view().isRefusal(answer) ? FAILED : OK;
  }

  private int awaitEnd(String attempt) throws IOException, InterruptedException {
    var status = new AttemptWait(attempt, caller, screen).await();
    show(status, new AttemptView());
    var state = status.path("state").asString("");
    if (state.equals("completed")) {
      return OK;
    }
    if (!options.json()) {
      screen.aside(
          state.equals("idle")
              ? "baton: The attempt was stopped while it waited in line, and never began"
              : "baton: The attempt failed; 'baton attempt logs %s' shows why".formatted(attempt));
    }
    return FAILED;
  }

  private int follow(ObjectNode arguments) throws IOException, InterruptedException {
    if (arguments.has("cursor")) {
      throw new Values.UnfitException(
          "--follow reads newer entries and --cursor older ones; give one");
    }
    if (options.json()) {
      LogFollower.asJson(arguments, caller, screen).run();
    } else {
      var state = LogFollower.asLines(arguments, caller, screen).run();
      screen.aside("The attempt is " + state + ".");
    }
    return OK;
  }

  private void show(JsonNode answer, View view) {
    if (options.json()) {
      // why not toString: it loads a mapper
      screen.line(new String(Json.bytes(answer), StandardCharsets.UTF_8));
    } else {
      view.show(answer, screen);
    }
  }

  private void complain(JsonNode envelope) {
    if (options.json()) {
      screen.aside(worded(envelope).toString());
      return;
    }
    var message = envelope.path("message").asString("");
    screen.aside(
        "baton: " + (message.isBlank() ? "The server answered " + envelope : inWords(message)));
    envelope.path("hint").asStringOpt().ifPresent(hint -> screen.aside("Next: " + inWords(hint)));
  }

  /** The same envelope, which speaks of verbs. */
  private JsonNode worded(JsonNode envelope) {
    if (envelope.deepCopy() instanceof ObjectNode copy) {
      for (var field : List.of("message", "hint")) {
        copy.path(field).asStringOpt().ifPresent(text -> copy.put(field, inWords(text)));
      }
      return copy;
    }
    return envelope;
  }

  private String inWords(String sentence) {
    // why: who looked for an id on the way is nobody that people called
    return around.wording().get().sentence(sentence.replace(References.FINDER, operation.name()));
  }
}
