package dev.baton.app.config;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where the configuration of a server comes from; it can be read again. */
public record ConfigSource(
    DataDirectory directory, Map<String, String> environment, List<ConfigFlag> flags) {
  public ConfigSource {
    environment = Map.copyOf(environment);
    flags = List.copyOf(flags);
  }

  public Path file() {
    return Configuration.file(directory.path());
  }

  public Configuration load() throws IOException, InvalidConfigException {
    return Configuration.load(directory.path(), environment, flags);
  }

  /** The configuration, or a failure that names all its mistakes. */
  public Configuration require() throws IOException {
    try {
      return load();
    } catch (InvalidConfigException e) {
      throw new CommandFailure(summary(e) + "\n" + e.getMessage(), e);
    }
  }

  /**
   * From now on the directory is on the database of this configuration, whoever starts a server.
   */
  public void remember(Configuration configuration) throws IOException {
    if (!(configuration.database().origin() instanceof Origin.Remembered)) {
      RememberedDatabase.write(directory, configuration.database());
    }
  }

  public String summary(InvalidConfigException invalid) {
    var count = invalid.problems().size();
    return "The configuration of %s has %s:"
        .formatted(directory, count == 1 ? "a problem" : count + " problems");
  }
}
