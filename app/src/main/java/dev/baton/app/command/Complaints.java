package dev.baton.app.command;

import dev.baton.app.background.NoServerException;
import dev.baton.app.program.CommandFailure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How the command says that something went wrong: one sentence on standard error. */
public final class Complaints {
  private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);

  private Complaints() {}

  /** Wrong usage in our own words, which name the next step already. */
  static final class WrongUsageException extends ParameterException {
    WrongUsageException(CommandSpec command, String sentence) {
      super(command.commandLine(), sentence);
    }
  }

  static int wrongUsage(ParameterException problem, String[] arguments) {
    var command = problem.getCommandLine();
    say(
        command,
        switch (problem) {
          case WrongUsageException own -> messageOf(own);
          case UnmatchedArgumentException unmatched when isVerb(unmatched) ->
              "There is no command '%s'; these are: %s."
                  .formatted(
                      unmatched.getUnmatched().getFirst(), String.join(", ", shownIn(command)));
          default ->
              "%s; '%s --help' shows how it is used."
                  .formatted(
                      messageOf(problem).lines().collect(Collectors.joining(" ")),
                      command.getCommandSpec().qualifiedName());
        });
    return ExitCode.USAGE;
  }

  private static List<String> shownIn(CommandLine command) {
    return command.getSubcommands().entrySet().stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isVerb(UnmatchedArgumentException problem) {
    return !problem.isUnknownOption() && !problem.getCommandLine().getSubcommands().isEmpty();
  }

  static int failed(Exception problem, CommandLine command, ParseResult parsed) {
    return failed(problem, command);
  }

  public static int failed(Exception problem, CommandLine command) {
    if (problem instanceof CommandFailure) {
      LOG.debug("The command failed", problem);
      say(command, messageOf(problem));
    } else {
      LOG.debug("The command failed unexpectedly", problem);
      say(
          command,
          "Unexpected failure: %s. Run it again with BATON_LOG=debug to see where it comes from."
              .formatted(problem));
    }
    return problem instanceof NoServerException ? NoServerException.EXIT_CODE : ExitCode.SOFTWARE;
  }

  private static String messageOf(Exception problem) {
    return Objects.requireNonNullElseGet(problem.getMessage(), problem::toString);
  }

  private static void say(CommandLine command, String sentence) {
    command.getErr().println("baton: " + sentence);
    command.getErr().flush();
  }
}
