package dev.baton.app.verb;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Verbs about the same thing, such as {@code task}. */
final class VerbGroup implements Runnable {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  VerbGroup(List<String> words) {
    var group = Group.named(words);
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(group.about())
        .synopsisSubcommandLabel("COMMAND")
        .sortOptions(false)
        .footer(group.footer("baton " + String.join(" ", words)));
  }

  CommandSpec spec() {
    return spec;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: " + String.join(", ", spec.subcommands().keySet()));
  }
}
