package dev.baton.app.command;

import dev.baton.app.command.base.Complaints;
import dev.baton.app.config.ConfigFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The flags that win over the configuration file and the environment. */
final class ConfigFlags {
  @Option(
      names = "--max-running",
      paramLabel = "N",
      description = "How many attempts may run at a time; otherwise 8, or limits.running.")
  private Optional<Integer> maxRunning = Optional.empty();

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "jdbc:postgresql://… or a file; otherwise database.url, otherwise the one of the last"
              + " server, otherwise baton.db in the data directory.")
  private Optional<String> database = Optional.empty();

  @Option(
      names = "--workflows",
      paramLabel = "DIR",
      description = "A further directory with workflow files; otherwise those of workflows.")
  private List<Path> workflows = new ArrayList<>();

  /** Those that were given. */
  List<ConfigFlag> given(CommandSpec command) {
    maxRunning
        .filter(most -> most < 1)
        .ifPresent(
            most -> {
              throw wrong(command, "--max-running %d is too few: use 1 or more.".formatted(most));
            });
    workflows.stream()
        .filter(folder -> !Files.isDirectory(folder))
        .findFirst()
        .ifPresent(
            folder -> {
              throw wrong(command, "--workflows %s is no directory.".formatted(folder));
            });
    var flags = new ArrayList<ConfigFlag>();
    database.map(ConfigFlag::database).ifPresent(flags::add);
    maxRunning.map(ConfigFlag::maxRunning).ifPresent(flags::add);
    if (!workflows.isEmpty()) {
      flags.add(ConfigFlag.workflows(workflows.stream().map(Path::toString).toList()));
    }
    return flags;
  }

  private static Complaints.WrongUsageException wrong(CommandSpec command, String sentence) {
    return new Complaints.WrongUsageException(command, sentence);
  }
}
