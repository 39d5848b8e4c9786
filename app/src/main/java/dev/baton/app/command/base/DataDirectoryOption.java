package dev.baton.app.command.base;

import dev.baton.app.home.DataDirectory;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The flag that names the data directory, for every verb that needs one. */
public final class DataDirectoryOption {
  private final Map<String, String> environment;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description =
          "Where Baton keeps its data; otherwise BATON_HOME, otherwise the platform's directory.")
  private Optional<Path> directory = Optional.empty();

  public DataDirectoryOption(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** The directory, if the flag names one. */
  public Optional<DataDirectory> chosen() {
    return directory.map(DataDirectory::new);
  }

  /** The directory, if the flag or the environment names one. */
  public Optional<DataDirectory> named() {
    return chosen()
        .or(
            () ->
                Optional.ofNullable(environment.get("BATON_HOME"))
                    .filter(value -> !value.isBlank())
                    .map(_ -> ofUser(environment)));
  }

  public DataDirectory directory() {
    return chosen().orElseGet(() -> ofUser(environment));
  }

  /** True if a program without any variables would take the same directory. */
  public boolean isUsual() {
    return directory().path().equals(ofUser(Map.of()).path());
  }

  /** What is taken if nobody names a directory. */
  public static DataDirectory ofUser(Map<String, String> environment) {
    // why: Java asks the system whose home it is, and shells, services and tests set HOME
    var home =
        Optional.ofNullable(environment.get("HOME"))
            .filter(named -> !named.isBlank())
            .orElseGet(() -> System.getProperty("user.home", "."));
    return DataDirectory.ofUser(environment, System.getProperty("os.name", ""), Path.of(home));
  }
}
