package dev.baton.app.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for the fish shell: a line for every command, option and argument with choices. */
final class FishCompletion {
  private static final int LONGEST_TEXT = 60;

  private final CommandLine root;
  private final List<String> names = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  FishCompletion(CommandLine root) {
    this.root = root;
  }

  String script() {
    add(root, "");
    return head() + String.join("\n", lines);
  }

  /** Finds the command that is being typed: its words, without options and arguments. */
  private String head() {
    return """
    set -g __baton_commands %s
    function __baton_at
        set -l path
        for word in (commandline -opc)[2..-1]
            if contains -- (string join -- ' ' $path $word) $__baton_commands
                set path $path $word
            end
        end
        test "$path" = "$argv[1]"
    end
    """
        .formatted(names.stream().map(FishCompletion::quoted).collect(Collectors.joining(" ")));
  }

  private void add(CommandLine command, String path) {
    var spec = command.getCommandSpec();
    spec.options().stream().filter(option -> !option.hidden()).forEach(it -> add(it, path));
    spec.positionalParameters().stream()
        .map(FishCompletion::choices)
        .filter(choices -> !choices.isEmpty())
        .forEach(choices -> line(path, "-f -a " + quoted(choices)));
    for (var inner : shown(command)) {
      var words = (path + " " + inner.getKey()).strip();
      names.add(words);
      line(
          path,
          "-f -a %s -d %s".formatted(inner.getKey(), text(inner.getValue().getCommandSpec())));
      add(inner.getValue(), words);
    }
  }

  private static List<Map.Entry<String, CommandLine>> shown(CommandLine command) {
    return command.getSubcommands().entrySet().stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .toList();
  }

  private void add(OptionSpec option, String path) {
    var names =
        Stream.of(option.names()).map(FishCompletion::name).collect(Collectors.joining(" "));
    var choices = choices(option);
    var value =
        choices.isEmpty() ? (option.arity().min() > 0 ? " -r" : "") : " -x -a " + quoted(choices);
    line(path, names + value + " -d " + text(option.description()));
  }

  private static String name(String option) {
    return option.startsWith("--") ? "-l " + option.substring(2) : "-s " + option.substring(1);
  }

  private static String choices(ArgSpec argument) {
    var candidates = argument.completionCandidates();
    return candidates == null
        ? ""
        : StreamSupport.stream(candidates.spliterator(), false).collect(Collectors.joining(" "));
  }

  private void line(String path, String rest) {
    lines.add(
        "complete -c baton -n %s %s".formatted(quoted("__baton_at '%s'".formatted(path)), rest));
  }

  private static String text(CommandSpec command) {
    return text(command.usageMessage().description());
  }

  private static String text(String[] description) {
    var words = String.join(" ", description);
    return quoted(words.length() <= LONGEST_TEXT ? words : words.substring(0, LONGEST_TEXT) + "…");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
