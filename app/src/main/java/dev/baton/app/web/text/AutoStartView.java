package dev.baton.app.web.text;

import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue.Listing;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskOverview;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the server starts a task by itself when nothing blocks it any more.
 *
 * @param value what the field of a form holds for it; empty if it is not started by itself
 * @param words the agent, and how it runs if that was chosen
 * @param problem why it could not be started
 * @param hold why it waits although nothing blocks it
 */
public record AutoStartView(
    String value, String agent, String words, Optional<String> problem, Optional<String> hold) {
  private static final String BETWEEN = ":";

  /** One that nothing is in the way of but what blocks its task. */
  public static AutoStartView of(AutoStart wish) {
    var agent = VisibleText.line(AgentNames.of(wish.executor()));
    return new AutoStartView(
        wish.executor() + wish.variant().map(BETWEEN::concat).orElse(""),
        agent,
        agent + wish.variant().map(it -> " (%s)".formatted(AgentNames.ofVariant(it))).orElse(""),
        wish.problem().map(VisibleText::line),
        Optional.empty());
  }

  /** The same, which waits for something else. */
  public AutoStartView held(String reason) {
    return new AutoStartView(value, agent, words, problem, Optional.of(VisibleText.line(reason)));
  }

  /** What the field of a form holds for a task. */
  public static String value(BoardTaskOverview task) {
    return task.autoStart().map(it -> of(it).value()).orElse("");
  }

  /** What was chosen in such a field; nothing takes the wish back. */
  public static AutoStart chosen(String value) {
    var parts = value.split(BETWEEN, 2);
    return new AutoStart(
        parts[0], parts.length == 2 ? Optional.of(parts[1]) : Optional.<String>empty());
  }

  /**
   * What such a field offers.
   *
   * @param value what it holds, which is offered whatever else is
   */
  public static List<AutoStartView> choices(List<Listing> agents, String value) {
    var choices = new ArrayList<AutoStartView>();
    for (var agent : agents) {
      if (agent.availability() instanceof Availability.Available) {
        choices.add(of(new AutoStart(agent.executor(), Optional.empty())));
        agent.variants().stream()
            .filter(variant -> !variant.equals(agent.defaultVariant()))
            .map(variant -> of(new AutoStart(agent.executor(), Optional.of(variant))))
            .forEach(choices::add);
      }
    }
    if (!value.isEmpty() && choices.stream().noneMatch(it -> it.value().equals(value))) {
      choices.addFirst(of(chosen(value)));
    }
    return choices;
  }
}
