package dev.baton.app.command;

import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.LocalServer;
import dev.baton.app.command.base.Version;
import dev.baton.app.command.moving.BackupCommand;
import dev.baton.app.command.moving.ExportCommand;
import dev.baton.app.command.moving.ImportCommand;
import dev.baton.app.command.moving.RestoreCommand;
import dev.baton.app.command.workflow.WorkflowCommand;
import dev.baton.app.program.VisibleControls;
import dev.baton.app.verb.HelpCommand;
import dev.baton.app.verb.Verbs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
      "  baton top                               see what runs, live",
      "  baton serve                             serve MCP and the board over HTTP",
      "  baton worker --db URL --server URL      run agents for a server elsewhere",
      "  baton mcp                               the same over standard streams",
      "  baton example logseq                    an example server",
      "  baton token add ci                      let a further owner in",
      "  baton workflow check release.yaml       find mistakes in a workflow file",
      "",
      "Exit codes: 0 done, 1 the operation failed, 2 wrong usage,",
      "3 no server could be had, 4 a workflow handed off: something is left to do."
    })
public final class BatonCommand implements Runnable {
  /** What is no operation: everything about the program itself. */
  private static final Map<String, Function<Map<String, String>, Object>> OWN = own();

  @Spec private CommandSpec spec = CommandSpec.create();

  private BatonCommand() {}

  /**
   * The command line.
   *
   * @param args what will be executed, if it is known: what it does not need is not made
   */
  public static CommandLine commandLine(Map<String, String> environment, String... args) {
    var all = commands(environment, args);
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

  /**
   * The commands that can be meant: the one of our own that is named, or all. To read the list of
   * operations takes time, and so does each command.
   */
  private static CommandLine commands(Map<String, String> environment, String... args) {
    var commands = new CommandLine(new BatonCommand());
    var asked = Optional.ofNullable(OWN.get(args.length == 0 ? "" : args[0]));
    if (asked.isPresent()) {
      return commands.addSubcommand(asked.get().apply(environment));
    }
    OWN.values().forEach(command -> commands.addSubcommand(command.apply(environment)));
    var data = new DataDirectoryOption(environment);
    Verbs.addTo(commands, new LocalServer(data::directory, environment), data, environment);
    return commands;
  }

  private static Map<String, Function<Map<String, String>, Object>> own() {
    var own = new LinkedHashMap<String, Function<Map<String, String>, Object>>();
    own.put("serve", ServeCommand::new);
    own.put("worker", WorkerCommand::new);
    own.put("mcp", McpCommand::new);
    own.put("open", OpenCommand::new);
    own.put("top", TopCommand::new);
    own.put("stop", StopCommand::new);
    own.put("status", StatusCommand::new);
    own.put("service", ServiceCommand::new);
    own.put("demo", DemoCommand::new);
    own.put("doctor", DoctorCommand::new);
    own.put("connect", ConnectCommand::new);
    own.put("example", ExampleCommand::new);
    own.put("config", ConfigCommand::new);
    own.put("token", TokenCommand::new);
    own.put("backup", BackupCommand::new);
    own.put("restore", RestoreCommand::new);
    own.put("export", ExportCommand::new);
    own.put("import", ImportCommand::new);
    own.put("rehearse", RehearsalCommand::new);
    own.put("workflow", WorkflowCommand::new);
    return own;
  }

  @Override
  public void run() {
    HelpCommand.show(spec.commandLine());
  }
}
