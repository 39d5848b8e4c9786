package dev.baton.app.command;

import dev.baton.app.program.VisibleControls;
import dev.baton.app.verb.HelpCommand;
import dev.baton.app.verb.Verbs;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/** The {@code baton} command: all its verbs, and help where none is named. */
@Command(
    name = "baton",
    description = "Hands work to coding agents, through MCP, HTTP and the command line.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  baton demo                              see what it does, without any account",
      "  baton doctor                            see what is missing",
      "  baton connect claude-code               let an MCP client use it",
      "  baton project add shop --repo ../shop   begin: a project over a repository",
      "  baton task add shop 'Fix the login'     put a task on its board",
      "  baton attempt start TASK_ID FAKE_AGENT --wait",
      "  baton attempt patch ATTEMPT_ID          see what the agent did",
      "  baton attempt merge ATTEMPT_ID          take it",
      "  baton open                              see the board in the browser",
      "  baton serve                             serve MCP and the board over HTTP",
      "  baton mcp                               the same over standard streams",
      "  baton example logseq                    an example server",
      "  baton token add ci                      let a further owner in",
      "  baton workflow check release.yaml       find mistakes in a workflow file",
      "",
      "Exit codes: 0 done, 1 the operation failed, 2 wrong usage,",
      "3 no server could be had, 4 a workflow handed off: something is left to do."
    })
public final class BatonCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private BatonCommand() {}

  /**
   * The command line.
   *
   * @param args what will be executed, if it is known: what it does not need is not made
   */
  public static CommandLine commandLine(Map<String, String> environment, String... args) {
    var all = withVerbs(commands(environment), environment, args);
    return all.setOut(VisibleControls.standardOutput(all.getOut()))
        .setErr(VisibleControls.standardError(all.getErr()))
        .setExecutionStrategy(BatonCommand::helpOrRun)
        .setParameterExceptionHandler(Complaints::wrongUsage)
        .setExecutionExceptionHandler(Complaints::failed);
  }

  private static int helpOrRun(ParseResult parsed) {
    for (var command : parsed.asCommandLineList()) {
      if (command.isUsageHelpRequested()) {
        HelpCommand.show(command);
        return ExitCode.OK;
      }
    }
    return new RunLast().execute(parsed);
  }

  /** Adds the operations, unless something else is asked for: to read their list takes time. */
  private static CommandLine withVerbs(
      CommandLine commands, Map<String, String> environment, String... args) {
    if (args.length == 0 || !commands.getSubcommands().containsKey(args[0])) {
      var data = new DataDirectoryOption(environment);
      Verbs.addTo(commands, new LocalServer(data, environment), data, environment);
    }
    return commands;
  }

  private static CommandLine commands(Map<String, String> environment) {
    return new CommandLine(new BatonCommand())
        .addSubcommand(new ServeCommand(environment))
        .addSubcommand(new McpCommand(environment))
        .addSubcommand(new OpenCommand(environment))
        .addSubcommand(new StopCommand(environment))
        .addSubcommand(new StatusCommand(environment))
        .addSubcommand(new DemoCommand(environment))
        .addSubcommand(new DoctorCommand(environment))
        .addSubcommand(new ConnectCommand(environment))
        .addSubcommand(new ExampleCommand(environment))
        .addSubcommand(new ConfigCommand(environment))
        .addSubcommand(new TokenCommand(environment))
        .addSubcommand(new BackupCommand(environment))
        .addSubcommand(new RehearsalCommand(environment))
        .addSubcommand(new WorkflowCommand(environment));
  }

  @Override
  public void run() {
    HelpCommand.show(spec.commandLine());
  }
}
