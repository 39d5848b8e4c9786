package dev.baton.app.command;

import dev.baton.app.background.NoServerException;
import dev.baton.app.client.RefusedException;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.NearestWord;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.JsonNode;

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
              "There is no command '%s'; these are: %s%s"
                  .formatted(
                      unmatched.getUnmatched().getFirst(),
                      String.join(", ", shownIn(command)),
                      ended(
                          NearestWord.asked(
                              unmatched.getUnmatched().getFirst(), shownIn(command))));
          case UnmatchedArgumentException unmatched when unmatched.isUnknownOption() ->
              "Unknown option: '%s'%s '%s --help' shows how it is used."
                  .formatted(
                      unmatched.getUnmatched().getFirst(),
                      ended(
                          NearestWord.asked(
                              optionOf(unmatched.getUnmatched().getFirst()), optionsOf(command)),
                          ";"),
                      command.getCommandSpec().qualifiedName());
          default ->
              "%s; '%s --help' shows how it is used."
                  .formatted(inOneLine(problem), command.getCommandSpec().qualifiedName());
        });
    return ExitCode.USAGE;
  }

  private static String inOneLine(Exception problem) {
    return messageOf(problem).lines().collect(Collectors.joining(" "));
  }

  /** A question ends a sentence by itself. */
  private static String ended(String question) {
    return ended(question, ".");
  }

  private static String ended(String question, String otherwise) {
    return question.isEmpty() ? otherwise : question;
  }

  /** Without its value. */
  private static String optionOf(String typed) {
    return typed.replaceFirst("=.*", "");
  }

  private static List<String> optionsOf(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> Stream.of(option.names()))
        .toList();
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
    return failed(problem, command, wantsJson(parsed));
  }

  /** What was typed has been read by somebody else, and asked for no JSON. */
  public static int failed(Exception problem, CommandLine command) {
    return failed(problem, command, false);
  }

  private static boolean wantsJson(ParseResult parsed) {
    var last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.hasMatchedOption("--json");
  }

  private static int failed(Exception problem, CommandLine command, boolean json) {
    LOG.debug("The command failed", problem);
    var sentence =
        problem instanceof CommandFailure
            ? messageOf(problem)
            : problem instanceof IOException
                ? "A file cannot be read or written: %s. Check that the disk has room and that you may write there, then run it again."
                    .formatted(messageOf(problem))
                : "Unexpected failure: %s. Run it again with BATON_LOG=debug to see where it comes from."
                    .formatted(problem);
    if (json) {
      write(command, envelope(problem, sentence).toString());
    } else {
      say(command, sentence);
    }
    return problem instanceof NoServerException ? NoServerException.EXIT_CODE : ExitCode.SOFTWARE;
  }

  private static JsonNode envelope(Exception problem, String sentence) {
    if (problem.getCause() instanceof RefusedException refused
        && refused.answer().path("code").isString()) {
      return refused.answer();
    }
    var code = problem instanceof CommandFailure known ? known.code() : FailureCode.INTERNAL;
    return new ToolFailure(
            code,
            sentence,
            "Do what the message says, then repeat the command; 'baton doctor' checks this machine")
        .toJson();
  }

  private static String messageOf(Exception problem) {
    return Objects.requireNonNullElseGet(problem.getMessage(), problem::toString);
  }

  private static void say(CommandLine command, String sentence) {
    write(command, "baton: " + sentence);
  }

  private static void write(CommandLine command, String line) {
    command.getErr().println(line);
    command.getErr().flush();
  }
}
