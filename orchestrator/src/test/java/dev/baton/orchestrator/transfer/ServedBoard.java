package dev.baton.orchestrator.transfer;

import dev.baton.orchestrator.attempt.TargetConflict;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.forge.PullRequest;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.forge.ReviewerComment;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.PullRequestTable;
import dev.baton.orchestrator.store.review.PullRequestTable.KeptComment;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.NewEntry;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Writes what a server notes by itself about a board that it serves. */
final class ServedBoard {
  private static final PullRequest FOUND =
      new PullRequest(
          77, URI.create("https://x.org/77"), PullRequestState.OPEN, PullRequestChecks.FAILING);

  private static final PullRequest MERGED =
      new PullRequest(
          77, URI.create("https://x.org/77"), PullRequestState.MERGED, PullRequestChecks.PASSING);

  private ServedBoard() {}

  /** As if all pull requests had been merged. */
  static void merge(Store store, Instant now) {
    store.write(
        tables -> {
          for (var id : attempts(tables)) {
            tables
                .pullRequests()
                .list(id)
                .forEach(known -> tables.pullRequests().save(known.seen(MERGED, now)));
            var task = tables.attempts().find(id).orElseThrow().taskId();
            tables.line().withdraw(task, now);
            tables.boardTasks().setStatus(task, BoardTaskStatus.DONE, now);
            tables
                .processes()
                .findLatest(id)
                .map(process -> NewEntry.system(process.id(), now, "It was merged"))
                .ifPresent(
                    entry -> tables.logs().addBeside(id, LogChannel.NORMALIZED, List.of(entry)));
          }
          return true;
        });
  }

  /** As if it had looked at every attempt and at every pull request. */
  static void look(Store store, Instant now) {
    store.write(
        tables -> {
          for (var id : attempts(tables)) {
            var attempt = tables.attempts().find(id).orElseThrow();
            tables.updates().setConflict(attempt, new TargetConflict("main", 77), now);
            tables.pullRequests().list(id).forEach(it -> look(tables.pullRequests(), it, now));
          }
          return true;
        });
  }

  private static List<UUID> attempts(Tables tables) {
    var ids = new ArrayList<UUID>();
    tables
        .rows("attempt")
        .each(List.of("id"), row -> ids.add(UUID.fromString(row.path("id").asString())));
    return ids;
  }

  private static void look(PullRequestTable table, RepoPullRequest known, Instant now) {
    var seen = known.seen(FOUND, now);
    table.save(seen);
    table.setComments(
        seen,
        table.listComments(known.attemptId()).stream()
            .map(KeptComment::comment)
            .map(ServedBoard::edited)
            .toList());
  }

  private static ReviewerComment edited(ReviewerComment comment) {
    return new ReviewerComment(
        comment.id(),
        "somebody",
        Optional.of("a.txt"),
        Optional.of(77L),
        "Look again",
        comment.createdAt());
  }
}
