package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.AttemptTurns.ShownTurn;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.ReviewComments;
import dev.baton.orchestrator.followup.ReviewComments.CommentMessage;
import dev.baton.orchestrator.followup.ReviewComments.EntryToComment;
import dev.baton.orchestrator.followup.ReviewComments.LinesToComment;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.review.AttemptReviews;
import dev.baton.orchestrator.review.AttemptReviews.DiffQuery;
import dev.baton.orchestrator.review.AttemptReviews.LineRange;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedFile;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedFile.Mark;
import dev.baton.orchestrator.review.ChangeScope;
import dev.baton.orchestrator.review.FileDiff.DiffLine.Kind;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How people review attempts and comment on them, whichever database is underneath. */
abstract class ReviewContract {
  private static final TaskOwner ANA = new TaskOwner("ana");

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  ReviewContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID ended(String... script) {
    var attempt = baton.start(script).attemptId();
    baton.awaitEnd(attempt);
    return attempt;
  }

  private AttemptReviews reviews() {
    return baton.orchestrator().reviews();
  }

  private ReviewComments comments() {
    return baton.orchestrator().comments();
  }

  private static ReviewQuery query(UUID attempt, ChangeScope scope) {
    return new ReviewQuery(caller().owner(), attempt, scope);
  }

  private List<String> paths(UUID attempt, ChangeScope scope) {
    return reviews().changes(query(attempt, scope)).files().stream()
        .map(file -> file.change().path())
        .toList();
  }

  private Path worktree(UUID attempt) {
    var root = baton.status(attempt).workspacePath();
    return Files.exists(root.resolve(".git"))
        ? root
        : root.resolve(baton.repository().getFileName().toString());
  }

  private ReviewComment comment(UUID attempt, String path, long first, long last, String text) {
    return comments()
        .add(
            new LinesToComment(
                query(attempt, ChangeScope.EVERYTHING),
                LineRange.of(path, path, CommentSide.NEW, first, last)),
            text);
  }

  /** The first thing that the agent said. */
  private long message(UUID attempt) {
    return baton.firstEntry(attempt, "assistant_message");
  }

  private Mark mark(UUID attempt, String path) {
    return reviews().changes(query(attempt, ChangeScope.EVERYTHING)).files().stream()
        .filter(file -> file.change().path().equals(path))
        .map(ReviewedFile::mark)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_file_that_was_viewed_comes_back_when_its_content_is_another() throws IOException {
    var attempt = ended("write b.txt one");
    var seen =
        reviews()
            .diff(
                query(attempt, ChangeScope.EVERYTHING),
                new DiffQuery("b.txt", "b.txt", false, 0, 100))
            .contentId();
    reviews().markViewed(caller().owner(), attempt, "b.txt", seen);

    assertThat(mark(attempt, "b.txt")).isEqualTo(Mark.VIEWED);
    Files.writeString(worktree(attempt).resolve("b.txt"), "two\n");
    assertThat(mark(attempt, "b.txt")).isEqualTo(Mark.CHANGED);
    Files.writeString(worktree(attempt).resolve("b.txt"), "one\n");
    reviews().unmarkViewed(caller().owner(), attempt, "b.txt");
    assertThat(mark(attempt, "b.txt")).isEqualTo(Mark.NEW);
  }

  @Test
  void scopes_show_everything_what_is_new_to_me_and_what_is_not_committed() throws IOException {
    var attempt = ended("write b.txt one");
    baton.orchestrator().followUps().send(caller(), TestBaton.to(attempt, "write d.txt four"));
    baton.awaitEnd(attempt);
    assertThat(look(attempt, reviews().changes(query(attempt, ChangeScope.UNSEEN)).print()))
        .isTrue();
    Files.writeString(worktree(attempt).resolve("c.txt"), "two\n");

    assertThat(paths(attempt, ChangeScope.EVERYTHING)).containsExactly("b.txt", "c.txt", "d.txt");
    assertThat(paths(attempt, ChangeScope.UNSEEN)).containsExactly("c.txt");
    assertThat(paths(attempt, ChangeScope.UNCOMMITTED)).containsExactly("c.txt");
    assertThat(paths(attempt, ChangeScope.TURN)).containsExactly("c.txt", "d.txt");
    assertThat(reviews().changes(new ReviewQuery(ANA, attempt, ChangeScope.UNSEEN)).files())
        .as("somebody else has not looked")
        .extracting(file -> file.change().path())
        .containsExactly("b.txt", "c.txt", "d.txt");
  }

  private boolean look(UUID attempt, String shown) {
    return reviews().look(query(attempt, ChangeScope.UNSEEN), shown, () -> {});
  }

  @Test
  void what_came_after_the_page_does_not_count_as_seen() throws IOException {
    var attempt = ended("write b.txt one");
    var shown = reviews().changes(query(attempt, ChangeScope.UNSEEN)).print();
    Files.writeString(worktree(attempt).resolve("c.txt"), "two\n");

    assertThat(look(attempt, shown)).isFalse();
    assertThat(paths(attempt, ChangeScope.UNSEEN)).containsExactly("b.txt", "c.txt");
  }

  @Test
  void lines_that_differ_in_white_space_alone_are_left_out_if_somebody_wants_that()
      throws IOException {
    Files.writeString(baton.repository().resolve("s.txt"), "if (a) {\n  b\n}\n\nend\n");
    TestRepository.commitAll(baton.repository(), "spaces");
    var attempt = ended("say nothing");
    var file = worktree(attempt).resolve("s.txt");

    Files.writeString(file, "if ( a ) {\n\tb  \n}\n\nend of it\n");
    assertThat(changed(attempt, false))
        .containsExactly("-if (a) {", "-  b", "+if ( a ) {", "+\tb  ", "-end", "+end of it");
    assertThat(changed(attempt, true)).containsExactly("-end", "+end of it");

    Files.writeString(file, "if(a){\n    b\n}\n\nend\n");
    assertThat(changed(attempt, false)).hasSize(4);
    assertThat(changed(attempt, true)).isEmpty();
  }

  /** The lines of a file that are shown as gone or new. */
  private List<String> changed(UUID attempt, boolean ignoresSpace) {
    return reviews()
        .diff(
            query(attempt, ChangeScope.EVERYTHING),
            new DiffQuery("s.txt", "s.txt", ignoresSpace, 0, 100))
        .hunks()
        .stream()
        .flatMap(hunk -> hunk.lines().stream())
        .filter(line -> line.kind() != Kind.SAME)
        .map(line -> (line.kind() == Kind.ADDED ? "+" : "-") + line.text())
        .toList();
  }

  @Test
  void comments_on_files_and_messages_are_sent_as_one_message_and_leave_with_it() {
    var attempt = ended("write b.txt one", "say done");
    comment(attempt, "b.txt", 1, 1, "Why one?");
    comments().add(new EntryToComment(caller().owner(), attempt, message(attempt)), "Say more.");
    var key = caller("once");

    var answer = comments().send(key, new CommentMessage(attempt, "Please look again"));
    var again = comments().send(key, new CommentMessage(attempt, "Please look again"));
    baton.awaitEnd(attempt);

    assertThat(again).isEqualTo(answer);
    assertThat(comments().list(caller().owner(), attempt)).noneMatch(ReviewComment::isDraft);
    assertThat(baton.messages(attempt, Role.USER))
        .filteredOn(text -> text.contains("Why one?"))
        .singleElement()
        .asString()
        .startsWith("Please look again\n\n**b.txt** (line 1, commit ")
        .contains("```\none\n```\n> Why one?")
        .contains("> Say more.");
    assertThatThrownBy(() -> comments().send(caller(), new CommentMessage(attempt, "")))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("There is no comment to send");
  }

  @Test
  void the_agent_gets_comments_in_the_variant_that_was_chosen() {
    var attempt = ended("write b.txt one");
    comment(attempt, "b.txt", 1, 1, "Why one?");

    assertThatThrownBy(
            () ->
                comments().send(caller(), new CommentMessage(attempt, "", Optional.of("NO_SUCH"))))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("NO_SUCH");
    assertThat(comments().list(caller().owner(), attempt)).allMatch(ReviewComment::isDraft);

    comments().send(caller(), new CommentMessage(attempt, "", Optional.of("PLAN")));
    baton.awaitEnd(attempt);

    var newest =
        baton
            .orchestrator()
            .turns()
            .list(
                attempt,
                new PageRequest(PageLimit.items(1), Optional.empty(), "turns"),
                PageView.<ShownTurn>plain())
            .items();
    assertThat(newest).extracting(shown -> shown.turn().variant()).containsExactly("PLAN");
  }

  @Test
  void only_a_message_or_plan_of_the_agent_takes_a_comment() {
    var attempt = ended("write b.txt one", "think hard", "say done");

    for (var type : List.of("user_message", "tool_use", "thinking")) {
      var index = baton.firstEntry(attempt, type);
      assertThatThrownBy(
              () -> comments().add(new EntryToComment(caller().owner(), attempt, index), "Why?"))
          .hasMessage(
              "Entry %d is no message or plan of the agent but of type %s".formatted(index, type))
          .extracting(it -> ((ToolFailure) it).details().toString())
          .asString()
          .contains("/entry_index");
    }
    assertThat(
            comments()
                .add(new EntryToComment(caller().owner(), attempt, message(attempt)), "Why?")
                .target())
        .isEqualTo(new CommentTarget.Entry(message(attempt), "done"));
  }

  @Test
  void comments_for_an_agent_that_is_busy_are_queued_and_drafts_outlive_a_restart() {
    var attempt = ended("write b.txt one");
    comment(attempt, "b.txt", 1, 1, "Why one?");

    baton.restart();

    assertThat(comments().list(caller().owner(), attempt)).hasSize(1);
    assertThat(comments().list(ANA, attempt)).isEmpty();
    baton.orchestrator().followUps().send(caller(), TestBaton.to(attempt, "sleep 5", "say late"));
    assertThat(comments().send(caller(), new CommentMessage(attempt, "")).queue()).hasSize(1);
    baton.awaitEnd(attempt);
  }

  @Test
  void drafts_of_all_people_are_counted_and_nothing_that_was_sent() {
    var attempt = ended("write b.txt one", "say done");
    var task = baton.status(attempt).attempt().taskId();
    assertThat(comments().countDrafts(task)).isEmpty();
    comment(attempt, "b.txt", 1, 1, "Why one?");
    comments().add(new EntryToComment(ANA, attempt, message(attempt)), "Say more.");
    assertThat(comments().countDrafts(task)).isEqualTo(Map.of(attempt, 2L));

    comments().send(caller(), new CommentMessage(attempt, ""));
    baton.awaitEnd(attempt);

    assertThat(comments().countDrafts(task)).isEqualTo(Map.of(attempt, 1L));
  }

  @Test
  void comments_are_drafts_again_when_their_message_is_removed_before_the_agent_got_it() {
    var attempt = ended("write b.txt one", "say done");
    var followUps = baton.orchestrator().followUps();
    followUps.send(caller(), TestBaton.to(attempt, "sleep 600"));
    var first = comment(attempt, "b.txt", 1, 1, "Why one?");
    var waiting = comments().send(caller(), new CommentMessage(attempt, "")).queue().getLast();
    var second =
        comments()
            .add(new EntryToComment(caller().owner(), attempt, message(attempt)), "Say more.");
    comments().send(caller(), new CommentMessage(attempt, ""));

    followUps.cancel(FollowUpTarget.attempt(attempt), waiting.queuedId());
    assertThat(drafts(attempt)).containsExactly(first.id());
    followUps.cancel(FollowUpTarget.attempt(attempt));
    assertThat(drafts(attempt)).containsExactly(first.id(), second.id());

    assertThat(comments().send(caller(), new CommentMessage(attempt, "")).queue()).hasSize(1);
    baton.orchestrator().attempts().stop(attempt, true);
  }

  private List<UUID> drafts(UUID attempt) {
    return comments().list(caller().owner(), attempt).stream()
        .filter(ReviewComment::isDraft)
        .map(ReviewComment::id)
        .toList();
  }

  @Test
  void what_a_follow_up_refuses_stays_a_draft() {
    var attempt = ended("write b.txt one");
    comment(attempt, "b.txt", 1, 1, "x".repeat(999_990));

    assertThatThrownBy(
            () -> comments().send(caller(), new CommentMessage(attempt, "more words than fit")))
        .isInstanceOf(ToolFailure.class);

    assertThat(comments().list(caller().owner(), attempt)).allMatch(ReviewComment::isDraft);
  }

  @Test
  void a_line_of_a_file_of_any_length_takes_a_comment() throws IOException {
    var attempt = ended("write b.txt one");
    var count = 400_000;
    var text = new StringBuilder();
    for (var line = 1; line <= count; line++) {
      text.append("line ").append(line).append('\n');
    }
    Files.writeString(worktree(attempt).resolve("long.txt"), text);
    Files.writeString(worktree(attempt).resolve("wide.txt"), "x".repeat(3_000_000) + "\nend");

    assertThat(comment(attempt, "long.txt", count - 1, count, "Why?").target().quoted())
        .isEqualTo("line %d\nline %d".formatted(count - 1, count));
    assertThat(comment(attempt, "wide.txt", 2, 2, "Why?").target().quoted()).isEqualTo("end");
    assertThatThrownBy(() -> comment(attempt, "long.txt", count, count + 1, "Nothing here"))
        .hasMessage("'long.txt' has no lines %d to %d".formatted(count, count + 1))
        .extracting(it -> ((ToolFailure) it).hint())
        .isEqualTo("Choose lines from 1 to %d".formatted(count));
    assertThatThrownBy(() -> comment(attempt, "wide.txt", 1, 2, "Too wide"))
        .hasMessage(
            "Lines 1 to 2 of 'wide.txt' are longer than the 2097152 bytes that a comment can quote");
  }

  @Test
  void a_line_that_is_not_there_takes_no_comment_and_a_comment_is_its_authors_alone() {
    var attempt = ended("write b.txt one");
    var comment = comment(attempt, "b.txt", 1, 1, "Why one?");

    assertThatThrownBy(() -> comment(attempt, "b.txt", 2, 3, "Nothing here"))
        .hasMessage("'b.txt' has no lines 2 to 3");
    for (var path : List.of("c.txt", "../b.txt")) {
      assertThatThrownBy(() -> comment(attempt, path, 1, 1, "No such file"))
          .hasMessage("'%s' is no file of the attempt".formatted(path))
          .extracting(it -> ((ToolFailure) it).details().toString())
          .asString()
          .contains("/path");
    }
    assertThatThrownBy(() -> comments().change(ANA, comment.id(), "Mine"))
        .hasMessageContaining("There is no comment")
        .extracting(it -> ((ToolFailure) it).hint())
        .isEqualTo("See which comments there are; list_comments has them");
    assertThat(comments().change(caller().owner(), comment.id(), "Why?").text()).isEqualTo("Why?");
    comments().remove(caller().owner(), comment.id());
    assertThat(comments().list(caller().owner(), attempt)).isEmpty();
  }
}
