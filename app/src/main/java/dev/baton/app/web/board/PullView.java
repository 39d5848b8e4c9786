package dev.baton.app.web.board;

import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.StateView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.planning.Projects.ProjectWithRepos;
import java.util.Optional;
import java.util.UUID;

/**
 * How a project takes tasks by itself.
 *
 * @param reason why it is paused; empty if it is not
 */
record PullView(String words, Optional<String> reason) {
  /** A project that takes no more tasks by itself. */
  record PausedView(UUID projectId, String projectName, PullView pull) {
    static Optional<PausedView> of(ProjectWithRepos project) {
      return project
          .pull()
          .flatMap(PullView::of)
          .map(
              pull ->
                  new PausedView(
                      project.project().id(), VisibleText.of(project.project().name()), pull));
    }
  }

  /** Empty if it takes none. */
  static Optional<PullView> of(Pull pull) {
    return pull.limit() == 0
        ? Optional.empty()
        : Optional.of(new PullView(words(pull), pull.pausedReason().map(StateView::reason)));
  }

  private static String words(Pull pull) {
    if (pull.pausedReason().isPresent()) {
      return pull.hasFailedTooOften() ? "Paused after three failures" : "Paused by hand";
    }
    var labels = pull.labels().isEmpty() ? "" : ", only " + String.join(", ", pull.labels());
    return VisibleText.of(
        "Takes tasks by itself: up to %d, %s%s"
            .formatted(pull.limit(), AgentNames.of(pull.executor()), labels));
  }
}
