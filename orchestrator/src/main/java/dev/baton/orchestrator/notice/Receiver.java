package dev.baton.orchestrator.notice;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.Project;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A person or a program that is told of events.
 *
 * @param projects names or ids of the projects of which it is told; of all if empty
 */
public record Receiver(String name, List<Topic> topics, Set<String> projects, Channel channel) {
  public Receiver {
    topics = List.copyOf(topics);
    projects = Set.copyOf(projects);
  }

  /** What it may want to hear of; whether it does is told by {@link #wants}. */
  EventFilter filter() {
    return new EventFilter(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        topics.stream().map(Topic::name).collect(Collectors.toSet()));
  }

  /**
   * Whether it is told of an event.
   *
   * @param project where it happened; absent if nowhere
   */
  boolean wants(BoardEvent event, List<Project> project) {
    return topics.stream().anyMatch(topic -> topic.has(event))
        && (projects.isEmpty()
            || project.stream()
                .anyMatch(it -> projects.contains(it.name()) || projects.contains(it.id() + "")));
  }
}
