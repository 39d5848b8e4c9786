package dev.baton.app.verb;

import dev.baton.app.verb.view.AttemptView;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.View;
import dev.baton.orchestrator.tools.Operation;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One verb: reads what was typed, lets the server do it, and shows the answer. */
final class VerbCommand implements Callable<Integer> {
  private final Operation operation;
  private final Style style;
  private final VerbContext around;
  private final VerbForm form;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final OptionSpec json = flag("--json", "Answer as JSON, exactly as the operation does.");
  private final OptionSpec wait =
      flag("--wait", "Wait until the run ends, and show how it ended; exits with 1 if it failed.");
  private final OptionSpec follow =
      flag("--follow", "Go on with what comes, until the run ends; with --json, a line for each.");

  VerbCommand(Operation operation, VerbContext around) {
    this.operation = operation;
    this.around = around;
    this.style = Styles.of(operation.name());
    this.form = new VerbForm(operation, style, around.wording());
    form.addTo(spec);
    switch (style.extra()) {
      case WAIT -> spec.addOption(wait);
      case FOLLOW -> spec.addOption(follow);
      case NONE -> {}
    }
    spec.addOption(json);
    new Usage(operation, style, form, around.wording()).describe(spec);
  }

  private static OptionSpec flag(String name, String text) {
    return OptionSpec.builder(name).type(boolean.class).arity("0").description(text).build();
  }

  /** The verb as a part of the command line. */
  CommandSpec spec() {
    return spec;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var commandLine = spec.commandLine();
    var screen = new Screen(commandLine.getOut(), commandLine.getErr(), around.terminal());
    var caller = new OperationCaller(around.server(), around.operations(), screen);
    var arguments = form.read(spec);
    try {
      new References(caller).resolve(arguments);
      style.preparation().prepare(arguments, caller);
      return isSet(follow) ? follow(arguments, caller, screen) : once(arguments, caller, screen);
    } catch (FailedException e) {
      complain(e.envelope(), screen);
      return ExitCode.SOFTWARE;
    } catch (Values.UnfitException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int once(ObjectNode arguments, OperationCaller caller, Screen screen)
      throws IOException, InterruptedException {
    var answer = caller.call(operation.name(), arguments);
    if (!isSet(wait)) {
      show(answer, style.view(), screen);
      return style.view().isRefusal(answer) ? ExitCode.SOFTWARE : ExitCode.OK;
    }
    var attempt = answer.path("attempt_id").asString("");
    var status = new AttemptWait(attempt, caller, screen).await();
    show(status, new AttemptView(), screen);
    var state = status.path("state").asString("");
    if (state.equals("completed")) {
      return ExitCode.OK;
    }
    if (!isSet(json)) {
      screen.aside(
          state.equals("idle")
              ? "baton: The attempt was stopped while it waited in line, and never began"
              : "baton: The attempt failed; 'baton attempt logs %s' shows why".formatted(attempt));
    }
    return ExitCode.SOFTWARE;
  }

  private int follow(ObjectNode arguments, OperationCaller caller, Screen screen)
      throws IOException, InterruptedException {
    if (arguments.has("cursor")) {
      throw new ParameterException(
          spec.commandLine(), "--follow reads newer entries and --cursor older ones; give one");
    }
    if (isSet(json)) {
      LogFollower.asJson(arguments, caller, screen).run();
    } else {
      var state = LogFollower.asLines(arguments, caller, screen).run();
      screen.aside("The attempt is " + state + ".");
    }
    return ExitCode.OK;
  }

  private static boolean isSet(OptionSpec flag) {
    return Boolean.TRUE.equals(flag.getValue());
  }

  private void show(JsonNode answer, View view, Screen screen) {
    if (isSet(json)) {
      screen.line(answer.toString());
    } else {
      view.show(answer, screen);
    }
  }

  private void complain(JsonNode envelope, Screen screen) {
    if (isSet(json)) {
      screen.aside(envelope.toString());
      return;
    }
    var message = envelope.path("message").asString("");
    screen.aside("baton: " + (message.isBlank() ? "The server answered " + envelope : message));
    envelope
        .path("hint")
        .asStringOpt()
        .ifPresent(hint -> screen.aside("Next: " + around.wording().hint(hint)));
  }
}
