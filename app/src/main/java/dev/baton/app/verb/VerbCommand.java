package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One verb: reads what was typed, lets the server do it, and shows the answer. */
final class VerbCommand implements Callable<Integer> {
  private final Operation operation;
  private final Style style;
  private final Caller caller;
  private final Terminal terminal;
  private final Wording wording;
  private final Form form;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final OptionSpec json = flag("--json", "Answer as JSON, exactly as the operation does.");

  VerbCommand(Operation operation, Caller caller, Terminal terminal, Wording wording) {
    this.operation = operation;
    this.caller = caller;
    this.terminal = terminal;
    this.wording = wording;
    this.style = Styles.of(operation.name());
    this.form = new Form(operation, style, wording);
    form.addTo(spec);
    spec.addOption(json);
    new Usage(operation, style, form, wording).describe(spec);
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
    var screen = new Screen(spec.commandLine().getOut(), spec.commandLine().getErr(), terminal);
    var arguments = form.read(spec);
    if (style.hasLocalPaths()) {
      makeAbsolute(arguments);
    }
    var answer = caller.call(operation.name(), arguments);
    if (answer.failed()) {
      complain(answer.json(), screen);
      return ExitCode.SOFTWARE;
    }
    show(answer.json(), screen);
    return ExitCode.OK;
  }

  /** Paths are meant as the caller sees them; the server may run elsewhere. */
  private static void makeAbsolute(JsonNode part) {
    if (part instanceof ObjectNode object) {
      object
          .path("path")
          .asStringOpt()
          .ifPresent(
              path -> object.put("path", Path.of(path).toAbsolutePath().normalize().toString()));
    }
    part.forEach(VerbCommand::makeAbsolute);
  }

  private boolean isSet(OptionSpec flag) {
    return Boolean.TRUE.equals(flag.getValue());
  }

  private void show(JsonNode answer, Screen screen) {
    if (isSet(json)) {
      screen.line(answer.toString());
    } else {
      style.view().show(answer, screen);
    }
  }

  private void complain(JsonNode envelope, Screen screen) {
    if (isSet(json)) {
      screen.aside(envelope.toString());
      return;
    }
    screen.aside("baton: " + envelope.path("message").asString(""));
    envelope
        .path("hint")
        .asStringOpt()
        .ifPresent(hint -> screen.aside("Next: " + wording.hint(hint)));
  }
}
