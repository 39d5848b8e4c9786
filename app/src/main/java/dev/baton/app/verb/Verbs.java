package dev.baton.app.verb;

import dev.baton.app.program.CommandFailure;
import dev.baton.app.verb.VerbRun.VerbContext;
import dev.baton.app.verb.VerbRun.VerbOptions;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.Terminal;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
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

  /** What a model is told, in which tools are verbs. */
  public static String inWords(String sentence) {
    return CommandLineWording.ofAll().sentence(sentence);
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

  /** Verbs about the same thing, such as {@code task}. */
  private static final class VerbGroup implements Runnable {
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

  /** What help says of a verb. */
  private record Usage(
      Operation operation, Style style, VerbForm form, CommandLineWording wording) {
    void describe(CommandSpec spec) {
      var verb = "baton " + String.join(" ", operation.verb());
      spec.mixinStandardHelpOptions(true);
      spec.usageMessage()
          .description(wording.description(summary()))
          .customSynopsis((verb + " " + form.synopsis()).strip() + " [OPTIONS]")
          .sortOptions(false)
          .footer(new Group("", style.examples()).footer(verb));
    }

    /** What a model is told before it is told when to use it. */
    private String summary() {
      var text = operation.operatorTool().description();
      return text.substring(0, text.indexOf("\nUse when:")).replaceAll("\\s+", " ");
    }
  }

  /** One verb as a part of the command line. */
  private static final class VerbCommand implements Callable<Integer> {
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
}
