package dev.baton.app;

import dev.baton.app.config.ConfigFlag;
import dev.baton.app.config.Configuration;
import dev.baton.app.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where the configuration of a server comes from; it can be read again. */
record ConfigSource(
    DataDirectory directory, Map<String, String> environment, List<ConfigFlag> flags) {
  ConfigSource {
    environment = Map.copyOf(environment);
    flags = List.copyOf(flags);
  }

  Path file() {
    return Configuration.file(directory.path());
  }

  Configuration load() throws IOException, InvalidConfigException {
    return Configuration.load(directory.path(), environment, flags);
  }

  /** The configuration, or a failure that names all its mistakes. */
  Configuration require() throws IOException {
    try {
      return load();
    } catch (InvalidConfigException e) {
      throw new CommandFailure(summary(e) + "\n" + e.getMessage(), e);
    }
  }

  String summary(InvalidConfigException invalid) {
    var count = invalid.problems().size();
    return "The configuration of %s has %s:"
        .formatted(directory, count == 1 ? "a problem" : count + " problems");
  }
}
