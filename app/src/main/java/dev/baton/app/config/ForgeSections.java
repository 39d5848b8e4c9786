package dev.baton.app.config;

import dev.baton.orchestrator.forge.ForgeHost;
import dev.baton.orchestrator.forge.ForgeHost.ForgeKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The forges of the user. */
final class ForgeSections {
  private static final Key FORGES = Key.of("forges");

  private final Settings settings;
  private final Path directory;

  /** Files are relative to the directory of the configuration. */
  ForgeSections(Settings settings, Path directory) {
    this.settings = settings;
    this.directory = directory;
  }

  List<ForgeHost> list() {
    return settings.names(FORGES).stream().map(this::host).toList();
  }

  private ForgeHost host(String name) {
    var key = FORGES.at(name);
    return new ForgeHost(
        name,
        settings.text(key.at("kind")).flatMap(ForgeKind::find),
        settings.text(key.at("url")).flatMap(text -> address(key.at("url"), text)),
        settings.texts(key.at("command")),
        settings.text(key.at("token_file")).map(directory::resolve),
        settings.text(key.at("token_env")));
  }

  private Optional<URI> address(Key key, String text) {
    try {
      var address = URI.create(text);
      if (address.getHost() != null && text.matches("https?://.*")) {
        return Optional.of(address);
      }
    } catch (IllegalArgumentException e) {
      // why: what is no address at all is the same mistake as one without a host
    }
    settings.add(
        new ConfigProblem(
            settings.origin(key),
            "%s is '%s'".formatted(key, text),
            "an address such as https://git.example.org"));
    return Optional.empty();
  }
}
