package dev.baton.app.server;

import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.Configuration;
import dev.baton.app.config.InvalidConfigException;
import dev.baton.app.home.WatchedFile;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A section of the configuration, read again whenever its file has changed. An edit that is broken
 * changes nothing and is logged. Thread safe.
 */
final class LiveSection<T> implements Supplier<T> {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSection.class);

  private final String name;
  private final ConfigSource source;
  private final Function<Configuration, T> reader;
  private final WatchedFile<T> file;
  private volatile T last;

  /**
   * A section.
   *
   * @param name what it has, as logs call it
   * @param first the configuration that the server started with
   */
  LiveSection(
      String name, ConfigSource source, Configuration first, Function<Configuration, T> reader) {
    this.name = name;
    this.source = source;
    this.reader = reader;
    this.last = reader.apply(first);
    this.file = new WatchedFile<>(source.file(), this::read);
  }

  @Override
  public T get() {
    try {
      last = file.content();
    } catch (IOException e) {
      LOG.warn("{} cannot be read. {} stay as they were.", source.file(), name, e);
    }
    return last;
  }

  private T read() throws IOException {
    try {
      return reader.apply(source.load());
    } catch (InvalidConfigException e) {
      LOG.warn("{} {} stay as they were.\n{}", source.summary(e), name, e.getMessage());
      return last;
    }
  }
}
