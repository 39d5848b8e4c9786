package dev.baton.app.moving;

import dev.baton.orchestrator.TimeOrderedIds;
import dev.baton.orchestrator.planning.Issues;
import dev.baton.orchestrator.planning.Issues.Outcome;
import dev.baton.orchestrator.transfer.Utf8Lines;
import java.io.IOException;
import java.time.Clock;

/** Makes tasks of issues, in one transaction, whether a server runs or not. */
public final class IssueImport {
  /**
   * What became of the issues.
   *
   * @param cut how many lost an end of their title or of a label, or labels
   */
  public record Result(Outcome outcome, long cut) {}

  private final MovedBoard board;
  private final String project;

  /**
   * Into a project.
   *
   * @param project as people call it; empty if there is only one
   */
  public IssueImport(MovedBoard board, String project) {
    this.board = board;
    this.project = project;
  }

  /** Brings the open issues of a repository at GitHub or GitLab. */
  public Result bring(IssueSource source, String forge, IssueSource.Selection selection)
      throws IOException, InterruptedException {
    return bring(forge.equals("github") ? source.github(selection) : source.gitlab(selection));
  }

  /** Brings issues that are lines of JSON. */
  public Result bring(Utf8Lines lines, IssueSource.Selection selection) throws IOException {
    return bring(IssueSource.lines(lines, selection));
  }

  private Result bring(IssueSource.Found found) throws IOException {
    // why straight into the store: it is one transaction, and a server hears of it by its events
    return board.read(
        store ->
            new Result(
                new Issues(store, new TimeOrderedIds(Clock.systemUTC()), Clock.systemUTC())
                    .bring(project, found.issues()),
                found.cut()));
  }
}
