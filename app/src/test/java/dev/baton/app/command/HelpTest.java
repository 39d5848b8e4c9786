package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The help of every command, found by walking all of them. */
class HelpTest {
  private static final int COLUMNS = 80;
  private static final List<String> NOT_FOR_SCRIPTS =
      List.of("mcp", "demo", "example", "help", "completion", "top");

  /** A command by its words. */
  record Named(CommandLine command) {
    @Override
    public String toString() {
      return command.getCommandSpec().qualifiedName();
    }
  }

  /** All commands that are shown, with those below them. */
  static Stream<Named> commands() {
    return shown(BatonCommand.commandLine(Map.of()));
  }

  private static Stream<Named> shown(CommandLine command) {
    return command.getCommandSpec().usageMessage().hidden()
        ? Stream.empty()
        : Stream.concat(
            Stream.of(new Named(command)),
            command.getSubcommands().values().stream().flatMap(HelpTest::shown));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_has_examples_and_json_and_fits_a_usual_terminal(Named named) {
    var help = named.command().getUsageMessage();

    assertThat(help).containsSubsequence("Examples:", named.toString());
    assertThat(named.command().getCommandSpec().usageMessage().footer())
        .allSatisfy(line -> assertThat(line.length()).isLessThan(COLUMNS));
    if (named.command().getSubcommands().isEmpty()
        && !NOT_FOR_SCRIPTS.contains(named.command().getCommandName())) {
      assertThat(help).contains("--json");
    }
  }

  @Test
  void help_helps_with_itself() {
    var ended = Cli.run("help", "--help");

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).startsWith("Usage: baton help");
  }
}
