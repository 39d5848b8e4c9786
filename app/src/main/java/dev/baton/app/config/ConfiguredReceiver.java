package dev.baton.app.config;

import dev.baton.orchestrator.notice.CommandHook;
import dev.baton.orchestrator.notice.Receiver;
import dev.baton.orchestrator.notice.Topic;
import dev.baton.orchestrator.notice.Webhook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A receiver of notices, as the configuration describes it.
 *
 * @param webhook empty if it is a command
 */
public record ConfiguredReceiver(
    String name,
    List<Topic> topics,
    Set<String> projects,
    Optional<Webhook> webhook,
    List<String> command,
    Duration limit) {
  public ConfiguredReceiver {
    topics = List.copyOf(topics);
    projects = Set.copyOf(projects);
    command = List.copyOf(command);
  }

  /**
   * The receiver.
   *
   * @param environment what a command gets
   */
  public Receiver in(Map<String, String> environment) {
    return webhook
        .map(it -> new Receiver(name, topics, projects, it))
        .orElseGet(
            () ->
                new Receiver(name, topics, projects, new CommandHook(command, environment, limit)));
  }
}
