package dev.baton.app.verb;

import dev.baton.app.program.VisibleControls;
import dev.baton.mcp.internal.text.NearestWord;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton help}: the help of any verb, however many words it has. */
@Command(
    name = "help",
    description = "Show how a command is used.",
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  baton help attempt start"})
public final class HelpCommand implements Runnable {
  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "Its words, such as: attempt start.")
  private List<String> words = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    var place = spec.root().commandLine();
    for (var word : words) {
      var next = place.getSubcommands().get(word);
      if (next == null) {
        throw new ParameterException(
            place,
            "There is no command '%s' in '%s'%s"
                .formatted(
                    word,
                    place.getCommandSpec().qualifiedName(),
                    NearestWord.asked(word, List.copyOf(place.getSubcommands().keySet()))));
      }
      place = next;
    }
    show(place);
  }

  /** Shows how a command is used, with the colours that a terminal has. */
  public static void show(CommandLine command) {
    command.getOut().print(VisibleControls.own(command.getUsageMessage(Ansi.AUTO)));
    command.getOut().flush();
  }
}
