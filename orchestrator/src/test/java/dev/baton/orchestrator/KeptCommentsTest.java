package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.comment.CommentPlace;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.followup.ReviewComments;
import dev.baton.orchestrator.followup.ReviewComments.CommentMessage;
import dev.baton.orchestrator.followup.ReviewComments.LinesToComment;
import dev.baton.orchestrator.review.AttemptReviews.LineRange;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.review.AttemptReviews.SeenLines;
import dev.baton.orchestrator.review.ChangeScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comments whose lines, or whose turn, go away under them. */
class KeptCommentsTest {
  private static final LineRange FIRST = LineRange.of("b.txt", "b.txt", CommentSide.NEW, 1, 1);

  @TempDir private Path directory;
  private TestBaton baton;
  private UUID attempt;

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory);
    attempt = baton.start("write b.txt seen").attemptId();
    baton.awaitEnd(attempt);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private ReviewComments comments() {
    return baton.orchestrator().comments();
  }

  private ReviewQuery query() {
    return new ReviewQuery(caller().owner(), attempt, ChangeScope.EVERYTHING);
  }

  private ReviewComment comment(SeenLines seen) {
    return comments().add(new LinesToComment(query(), FIRST, Optional.of(seen)), "Why seen?");
  }

  private List<UUID> drafts() {
    return comments().list(caller().owner(), attempt).stream()
        .filter(ReviewComment::isDraft)
        .map(ReviewComment::id)
        .toList();
  }

  private void retry(Optional<String> words) {
    baton.orchestrator().turns().retry(new RetryRequest(attempt, 1, words, Optional.empty()));
    baton.awaitEnd(attempt);
  }

  @Test
  void a_comment_quotes_the_lines_that_its_author_saw() throws IOException {
    var shown = baton.orchestrator().reviews().lines(query(), FIRST);
    Files.writeString(baton.status(attempt).workspacePath().resolve("b.txt"), "another\n");

    var kept = comment(new SeenLines(shown.contentId(), shown.quoted()));

    assertThat(kept.target()).isEqualTo(shown);
    assertThat(CommentPlace.of(shown, "now", List.of("another")).isOutdated()).isTrue();
    assertThatThrownBy(() -> comment(new SeenLines(shown.contentId(), "one\ntwo")))
        .isInstanceOf(ToolFailure.class)
        .hasMessage("'b.txt' has changed since lines 1 to 1 of it were shown");
  }

  @Test
  void comments_in_a_turn_that_is_taken_back_are_drafts_again() {
    var said = comments().add(new LinesToComment(query(), FIRST), "say sorry");
    comments().send(caller(), new CommentMessage(attempt, "say hello"));
    baton.awaitEnd(attempt);
    assertThat(drafts()).isEmpty();

    retry(Optional.empty());
    assertThat(drafts()).as("the same words have them again").isEmpty();

    retry(Optional.of("say never mind"));
    assertThat(drafts()).containsExactly(said.id());
  }
}
