package dev.baton.app;

import dev.baton.app.verb.Verbs;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code baton} command. */
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
      "  baton doctor                            see what is missing, and how to get it",
      "  baton connect claude-code               let an MCP client use it",
      "  baton project add shop --repo ../shop   begin: a project over a repository",
      "  baton task add shop 'Fix the login'     put a task on its board",
      "  baton attempt start TASK_ID FAKE_AGENT --wait",
      "  baton attempt patch ATTEMPT_ID          see what the agent did",
      "  baton attempt merge ATTEMPT_ID          take it",
      "  baton serve                             serve MCP and the board over HTTP",
      "  baton mcp                               the same over standard input and output",
      "  baton example logseq                    an example server, over standard streams",
      "  baton token add ci                      let a further owner in",
      "  baton workflow check release.yaml       find the mistakes in a workflow file",
      "",
      "Exit codes: 0 done, 1 the operation failed, 2 wrong usage,",
      "3 no server could be had."
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  Main() {}

  /** Runs the command and ends the program with its exit code. */
  public static void main(String[] args) throws IOException {
    var plain = StandardStreams.plainlyAskedFor(args);
    if (plain.isPresent()) {
      StandardStreams.serve(
          plain.get(), builder -> builder.observedBy(StandardStreams.watchers(System.getenv())));
      System.exit(ExitCode.OK);
    }
    var directory = McpCommand.plainlyAskedFor(args, System.getenv());
    if (directory.isPresent()) {
      System.exit(pass(directory.get(), System.getenv()));
    }
    System.exit(commandLine(System.getenv(), args).execute(args));
  }

  private static int pass(DataDirectory directory, Map<String, String> environment) {
    try {
      McpCommand.pass(directory, environment);
      return ExitCode.OK;
    } catch (IOException | InterruptedException | RuntimeException e) {
      return Complaints.failed(e, commandLine(environment));
    }
  }

  static CommandLine commandLine(Map<String, String> environment, String... args) {
    return withVerbs(commands(environment), environment, args)
        .setParameterExceptionHandler(Complaints::wrongUsage)
        .setExecutionExceptionHandler(Complaints::failed);
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
    return new CommandLine(new Main())
        .addSubcommand(new ServeCommand(environment))
        .addSubcommand(new McpCommand(environment))
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
    var commandLine = spec.commandLine();
    commandLine.usage(commandLine.getOut());
  }
}
