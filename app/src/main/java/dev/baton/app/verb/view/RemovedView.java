package dev.baton.app.verb.view;

import dev.baton.orchestrator.workspace.DiskUse;
import dev.baton.workflow.internal.record.Sentence;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Shows what was removed or would be, and what could not be. */
public record RemovedView() implements View {
  @Override
  public void show(JsonNode answer, Screen screen) {
    var verb = answer.path("dry_run").asBoolean(false) ? "Would remove" : "Removed";
    for (var worktree : answer.path("worktrees")) {
      screen.line(
          "%s the worktree %s (%s)%s"
              .formatted(
                  verb,
                  worktree.path("path").asString(""),
                  DiskUse.words(worktree.path("bytes").asLong(0)),
                  kept(worktree.path("kept_refs"))));
    }
    for (var log : answer.path("logs")) {
      screen.line(
          "%s the log of attempt %s (%s)"
              .formatted(
                  verb,
                  log.path("attempt_id").asString(""),
                  Sentence.counted(log.path("entries").asLong(0), "entry", "entries")));
    }
    if (answer.path("worktrees").isEmpty() && answer.path("logs").isEmpty()) {
      screen.line("Nothing is old enough to be removed.");
    }
    for (var failure : answer.path("failures")) {
      screen.aside(
          "Attempt %s could not be cleaned up: %s"
              .formatted(
                  failure.path("attempt_id").asString(""), failure.path("reason").asString("")));
    }
  }

  private static String kept(JsonNode refs) {
    return refs.isEmpty()
        ? ""
        : refs.valueStream()
            .map(ref -> ref.asString(""))
            .collect(Collectors.joining(", ", "; its work is kept in ", ""));
  }

  @Override
  public boolean isRefusal(JsonNode answer) {
    return !answer.path("failures").isEmpty();
  }
}
