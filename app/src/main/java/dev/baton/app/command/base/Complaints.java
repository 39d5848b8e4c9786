package dev.baton.app.command.base;

import dev.baton.app.background.NoServerException;
import dev.baton.app.client.RefusedException;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.JsonNode;

/** Says that a command went wrong: one sentence on standard error. */
public final class Complaints {
  private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);

  private Complaints() {}

  /** Wrong usage in our own words, which name the next step already. */
  public static final class WrongUsageException extends ParameterException {
    public WrongUsageException(CommandSpec command, String sentence) {
      super(command.commandLine(), sentence);
    }
  }

  /** Says in one sentence what is wrong with what was typed. */
  public static int wrongUsage(ParameterException problem, String[] arguments) {
    var command = problem.getCommandLine();
    say(
        command.getErr(),
        switch (problem) {
          case WrongUsageException own -> messageOf(own);
          case UnmatchedArgumentException _ when mistyped(command, arguments).isPresent() ->
              "There is no command '%s' of '%s'%s"
                  .formatted(
                      mistyped(command, arguments).get(),
                      command.getCommandSpec().qualifiedName(),
                      NearestWord.asked(mistyped(command, arguments).get(), shownIn(command)));
          case UnmatchedArgumentException unmatched when isVerb(unmatched) ->
              "There is no command '%s'; these are: %s%s"
                  .formatted(
                      unmatched.getUnmatched().getFirst(),
                      String.join(", ", shownIn(command)),
                      ended(
                          NearestWord.asked(
                              unmatched.getUnmatched().getFirst(), shownIn(command))));
          case UnmatchedArgumentException unmatched when unmatched.isUnknownOption() ->
              unknownOption(command, unmatched.getUnmatched().getFirst());
          // why: what is missing may be there, and mistyped
          case MissingParameterException _ when mistypedOption(command, arguments).isPresent() ->
              unknownOption(command, mistypedOption(command, arguments).get());
          case UnmatchedArgumentException unmatched ->
              "'%s' is one word too many; '%s --help' shows how it is used."
                  .formatted(
                      unmatched.getUnmatched().getFirst(),
                      command.getCommandSpec().qualifiedName());
          default ->
              "%s; '%s --help' shows how it is used."
                  .formatted(inOneLine(problem), command.getCommandSpec().qualifiedName());
        });
    return ExitCode.USAGE;
  }

  /** What was typed after a command that takes a file as well, if it looks like one of its own. */
  private static Optional<String> mistyped(CommandLine command, String[] arguments) {
    if (command.getCommandSpec().positionalParameters().isEmpty()) {
      return Optional.empty();
    }
    return wordsAfter(command, arguments)
        .findFirst()
        .filter(word -> NearestWord.of(word, shownIn(command)).isPresent())
        .filter(word -> !Files.exists(Path.of(word)));
  }

  private static String unknownOption(CommandLine command, String typed) {
    return "Unknown option: '%s'%s '%s --help' shows how it is used."
        .formatted(
            typed,
            ended(NearestWord.asked(optionOf(typed), optionsOf(command)), ";"),
            command.getCommandSpec().qualifiedName());
  }

  /** The first word that looks like an option of a command and is none. */
  private static Optional<String> mistypedOption(CommandLine command, String[] arguments) {
    var known = command.getCommandSpec().optionsMap().keySet();
    return wordsAfter(command, arguments)
        .takeWhile(word -> !word.equals("--"))
        .filter(word -> word.startsWith("--") && !known.contains(optionOf(word)))
        .findFirst();
  }

  private static Stream<String> wordsAfter(CommandLine command, String[] arguments) {
    return Stream.of(arguments).dropWhile(word -> !word.equals(command.getCommandName())).skip(1);
  }

  private static String inOneLine(Exception problem) {
    // why: the library says what the program calls it
    return messageOf(problem)
        .lines()
        .collect(Collectors.joining(" "))
        .replaceAll("is not an? (int|long)\\b", "is not a whole number");
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

  /** Says what went wrong with a command that was read by the library. */
  public static int failed(Exception problem, CommandLine command, ParseResult parsed) {
    return failed(problem, command.getErr(), wantsJson(parsed));
  }

  private static boolean wantsJson(ParseResult parsed) {
    var last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.hasMatchedOption("--json");
  }

  /** Says what went wrong with something that somebody else has read. */
  public static int failed(Exception problem, PrintWriter err, boolean json) {
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
      write(err, envelope(problem, sentence).toString());
    } else {
      say(err, sentence);
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

  private static void say(PrintWriter err, String sentence) {
    write(err, "baton: " + sentence);
  }

  private static void write(PrintWriter err, String line) {
    err.println(line);
    err.flush();
  }
}
