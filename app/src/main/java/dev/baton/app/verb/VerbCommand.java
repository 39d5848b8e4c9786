package dev.baton.app.verb;

import dev.baton.app.verb.view.Screen;
import dev.baton.orchestrator.tools.Operation;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** One verb as a part of the command line. */
final class VerbCommand implements Callable<Integer> {
  private final Operation operation;
  private final Style style;
  private final VerbContext around;
  private final VerbForm form;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  VerbCommand(Operation operation, VerbContext around) {
    this.operation = operation;
    this.around = around;
    this.style = Styles.of(operation.name());
    var wording = around.wording().get();
    this.form = new VerbForm(new VerbFields(operation, style), wording);
    form.addTo(spec);
    if (style.extra() != Style.Extra.NONE) {
      spec.addOption(flag(style.extra().option(), style.extra().text()));
    }
    spec.addOption(flag(VerbOptions.JSON, "Answer as JSON, exactly as the operation does."));
    new Usage(operation, style, form, wording).describe(spec);
  }

  private static OptionSpec flag(String name, String text) {
    return OptionSpec.builder(name).type(boolean.class).arity("0").description(text).build();
  }

  CommandSpec spec() {
    return spec;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var commandLine = spec.commandLine();
    var screen = new Screen(commandLine.getOut(), commandLine.getErr(), around.terminal());
    try {
      return new VerbRun(operation, style, options(), around, screen).run(form.read(spec));
    } catch (Values.UnfitException e) {
      throw new ParameterException(commandLine, String.valueOf(e.getMessage()), e);
    }
  }

  private VerbOptions options() {
    return VerbOptions.of(
        spec.options().stream()
            .filter(option -> Boolean.TRUE.equals(option.getValue()))
            .map(OptionSpec::longestName)
            .collect(Collectors.toUnmodifiableSet()));
  }
}
