package dev.baton.app.server;

import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.Configuration;
import dev.baton.app.config.InvalidConfigException;
import dev.baton.app.home.WatchedFile;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executors of the configuration, read again whenever its file has changed. An edit that is
 * broken changes nothing and is logged. Thread safe.
 */
final class LiveExecutors implements Supplier<AgentCatalogue> {
  private static final Logger LOG = LoggerFactory.getLogger(LiveExecutors.class);

  private final ConfigSource source;
  private final KnownAgents agents;
  private final WatchedFile<AgentCatalogue> file;
  private volatile AgentCatalogue last;

  /**
   * Executors.
   *
   * @param first the configuration that the server started with
   */
  LiveExecutors(ConfigSource source, KnownAgents agents, Configuration first) {
    this.source = source;
    this.agents = agents;
    this.last = agents.catalogue(first.executors());
    this.file = new WatchedFile<>(source.file(), this::read);
  }

  @Override
  public AgentCatalogue get() {
    try {
      last = file.content();
    } catch (IOException e) {
      LOG.warn("{} cannot be read; its executors stay as they were", source.file(), e);
    }
    return last;
  }

  private AgentCatalogue read() throws IOException {
    try {
      return agents.catalogue(source.load().executors());
    } catch (InvalidConfigException e) {
      LOG.warn("{} Executors stay as they were.\n{}", source.summary(e), e.getMessage());
      return last;
    }
  }
}
