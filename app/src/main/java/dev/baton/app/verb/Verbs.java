package dev.baton.app.verb;

import dev.baton.app.program.CommandFailure;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.Terminal;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.node.ObjectNode;

/** The verbs of all operations. */
public final class Verbs {
  private final CommandLine root;
  private final Object common;

  private Verbs(CommandLine root, Object common) {
    this.root = root;
    this.common = common;
  }

  /**
   * Adds the verbs to a command line.
   *
   * @param server where the operations are
   * @param common an object with the options that every verb has
   */
  public static void addTo(
      CommandLine root, Server server, Object common, Map<String, String> environment) {
    addTo(root, server, common, Terminal.find(environment));
  }

  /**
   * Replaces names and parts of ids among the arguments of a workflow by the ids that they mean.
   *
   * @throws CommandFailure if one can mean several things, or is a project that there is not
   */
  public static void resolveIds(
      ObjectNode arguments, Server server, CommandLine command, Map<String, String> environment)
      throws IOException, InterruptedException {
    var screen = new Screen(command.getOut(), command.getErr(), Terminal.find(environment));
    try {
      new References(new OperationCaller(server, screen)).resolveKnown(arguments);
    } catch (FailedException e) {
      var isUnknown =
          e.envelope().path("code").asString("").equals(FailureCode.NOT_FOUND.wireName());
      throw new CommandFailure(
          isUnknown ? FailureCode.NOT_FOUND : FailureCode.AMBIGUOUS_TARGET,
          e.getMessage() + ".",
          e);
    }
  }

  static void addTo(CommandLine root, Server server, Object common, Terminal terminal) {
    var operations = Operations.described();
    var wording = new CommandLineWording(operations);
    var around = new VerbContext(server, () -> wording, terminal);
    var verbs = new Verbs(root, common);
    for (var operation : operations) {
      verbs.add(operation, new VerbCommand(operation, around).spec());
    }
    root.addSubcommand(new HelpCommand()).addSubcommand(new CompletionCommand());
  }

  private void add(Operation operation, CommandSpec verb) {
    var place = root.getCommandSpec();
    var words = operation.verb();
    for (var i = 0; i < words.size() - 1; i++) {
      place = group(place, words.subList(0, i + 1));
    }
    if (words.size() == 1) {
      addCommon(verb);
    }
    place.addSubcommand(words.getLast(), verb);
  }

  private CommandSpec group(CommandSpec place, List<String> words) {
    var known = place.subcommands().get(words.getLast());
    if (known != null) {
      return known.getCommandSpec();
    }
    var group = new VerbGroup(words).spec();
    if (words.size() == 1) {
      addCommon(group);
    }
    place.addSubcommand(words.getLast(), group);
    return group;
  }

  private void addCommon(CommandSpec spec) {
    spec.versionProvider(root.getCommandSpec().versionProvider())
        .addMixin("common", CommandSpec.forAnnotatedObject(common));
  }
}
