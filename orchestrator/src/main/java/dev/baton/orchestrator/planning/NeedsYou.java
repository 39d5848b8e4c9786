package dev.baton.orchestrator.planning;

import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.PausedProject;
import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import dev.baton.orchestrator.store.Store;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds what waits for a person, over all projects. Thread safe. */
public final class NeedsYou {
  private static final Comparator<Need> OLDEST_FIRST =
      Comparator.comparing(Need::since).thenComparing(Need::attemptId);

  private final Store store;

  public NeedsYou(Store store) {
    this.store = store;
  }

  /** Questions, failures and finished work, oldest first; not more than so many. */
  public List<Need> list(int most) {
    return store.read(
        tables -> {
          var needs = tables.needs();
          return Stream.of(
                  needs.listQuestions(most), needs.listFailures(most), needs.listFinished(most))
              .flatMap(List::stream)
              .sorted(OLDEST_FIRST)
              .limit(most)
              .toList();
        });
  }

  /** Projects that take no more tasks by themselves until somebody has looked, oldest first. */
  public List<PausedProject> listPaused(int most) {
    return store.read(tables -> tables.needs().listPaused(most));
  }

  /** Tasks that could not be started by themselves, oldest first. */
  public List<UnstartedTask> listUnstarted(int most) {
    return store.read(tables -> tables.needs().listUnstarted(most));
  }

  /** How much waits; not more than so much. */
  public long count(int most) {
    return store.read(tables -> tables.needs().count(most));
  }
}
