package dev.baton.app.web.board;

import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.BudgetView;
import dev.baton.app.web.text.PriorityView;
import dev.baton.app.web.text.PullRequestWords;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState.Completed;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.Dollars;
import dev.baton.orchestrator.planning.Cards.Card;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A card as the board shows it.
 *
 * @param name what people call its task, with its project, cut short, where the cards of all are
 *     shown
 * @param who works at it, and at which attempt; what became of it if it is done
 * @param lines what the newest attempt has changed
 * @param budget what is to be said of that of its task
 * @param action what a person most likely does with it, in words; leads to the task
 * @param changedAt what its age counts from
 */
public record CardView(
    String id,
    String name,
    String title,
    Optional<PriorityView> priority,
    List<LabelView> labels,
    Optional<StateView> state,
    String who,
    Optional<LineCounts> lines,
    Optional<String> cost,
    Optional<BudgetNote> budget,
    Optional<String> action,
    Instant changedAt,
    String age,
    boolean isDone) {
  private static final int MOST_OF_PROJECT = 20;

  /** A label: a dot of its colour, and its name. */
  public record LabelView(String name, String colour) {
    public static LabelView of(Label label) {
      return new LabelView(
          VisibleText.of(label.name()), label.colour().name().toLowerCase(Locale.ROOT));
    }
  }

  /** A note that a budget is used up, or nearly, or that one turn may cost more. */
  record BudgetNote(String level, String words) {
    private static BudgetNote of(BudgetView budget, boolean isPermitted) {
      if (!budget.isExceeded()) {
        return new BudgetNote(budget.level(), "Budget nearly used up");
      }
      return isPermitted
          ? new BudgetNote("permitted", "One more turn allowed")
          : new BudgetNote(budget.level(), "Budget used up");
    }
  }

  /** A card; the name of its project may be empty. */
  static CardView of(Card card, String project, Instant now) {
    var task = card.task().task();
    var changed = changedAt(card, task);
    return new CardView(
        task.id().toString(),
        shortened(VisibleText.of(project)) + "#" + task.number(),
        VisibleText.of(task.title()),
        PriorityView.told(task.priority()),
        card.task().labels().stream().map(LabelView::of).toList(),
        StateView.of(card, now),
        who(card, now),
        card.attempt().flatMap(Attempt::lines).filter(it -> it.added() + it.deleted() > 0),
        money(card.spending().cost()),
        card.spending()
            .budget()
            .map(budget -> BudgetNote.of(BudgetView.of(budget), card.spending().isPermitted())),
        action(card, task),
        changed,
        Ages.since(changed, now),
        task.status() == BoardTaskStatus.DONE || task.status() == BoardTaskStatus.CANCELLED);
  }

  /**
   * Whether it shows how its agent goes on, which a task that is over does only while one is at
   * work.
   */
  boolean showsState() {
    return state.filter(it -> !isDone || it.isBusy()).isPresent();
  }

  /** Enough of a project's name to tell it from others; its card has no room for more. */
  private static String shortened(String project) {
    return project.codePointCount(0, project.length()) <= MOST_OF_PROJECT
        ? project
        : project.substring(0, project.offsetByCodePoints(0, MOST_OF_PROJECT)) + "…";
  }

  private static Instant changedAt(Card card, BoardTask task) {
    return card.attempt()
        .map(attempt -> attempt.lastActivityAt().orElse(attempt.updatedAt()))
        .filter(time -> time.isAfter(task.updatedAt()))
        .orElse(task.updatedAt());
  }

  private static Optional<String> action(Card card, BoardTask task) {
    return task.status() == BoardTaskStatus.IN_REVIEW
            && !card.shipping().isMerged()
            && card.attempt().filter(it -> it.state() instanceof Completed).isPresent()
        ? Optional.of(card.attempt().flatMap(Attempt::conflict).isPresent() ? "Update…" : "Merge…")
        : Optional.empty();
  }

  private static String who(Card card, Instant now) {
    var state = StateView.of(card, now);
    if (card.task().task().status() == BoardTaskStatus.DONE
        && state.filter(StateView::isBusy).isEmpty()) {
      return state.map(StateView::word).orElse("");
    }
    var wish = StateView.wish(card);
    if (wish.isPresent()) {
      return wish.get().problem().or(wish.get()::hold).isPresent()
          ? wish.get().agent()
          : wish.get().agent() + " starts by itself";
    }
    var agent = card.attempt().map(Attempt::executor).map(AgentNames::of).orElse("No agent yet");
    var isCounted = action(card, card.task().task()).isPresent();
    var worker =
        card.attempts() < 2 || isCounted
            ? agent
            : "%s · %s attempt".formatted(agent, StateView.ordinal(card.attempts()));
    return proposed(card, now).map(name -> worker + " · " + name).orElse(worker);
  }

  /** The open pull request, where the state of the card tells something else. */
  private static Optional<String> proposed(Card card, Instant now) {
    return PullRequestWords.find(card.shipping().pullRequests())
        .filter(row -> row.state().isOpen())
        .map(PullRequestWords::name)
        .filter(name -> StateView.of(card, now).filter(it -> it.word().equals(name)).isEmpty());
  }

  public static String dollars(BigDecimal cost) {
    return Dollars.words(cost);
  }

  /** What is known of a cost; a lower bound is called so. */
  public static Optional<String> money(Cost cost) {
    return cost.usage().flatMap(CardView::money);
  }

  public static Optional<String> money(TokenUsage usage) {
    return usage.costUsd().map(usd -> (usage.isKnown() ? "" : "at least ") + dollars(usd));
  }
}
