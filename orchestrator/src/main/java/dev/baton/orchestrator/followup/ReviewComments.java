package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.call.RequestKeys.Fingerprint;
import dev.baton.orchestrator.call.RequestKeys.KeyedCall;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.forge.ReviewerComment;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.review.AttemptReviews;
import dev.baton.orchestrator.review.AttemptReviews.LineRange;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.review.AttemptReviews.SeenLines;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.PullRequestTable.KeptComment;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.Utf8;
import dev.baton.task.TaskOwner;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Keeps what people remark on the work of agents, and sends it. A comment is a draft that only its
 * author sees until the follow-up with it was recorded. Thread safe.
 */
public final class ReviewComments {
  private static final int MOST_QUOTED_BYTES = 8_000;
  private static final int MOST_SHOWN_BYTES = 400;

  /** What somebody wants to comment on. */
  public sealed interface PartToComment {
    TaskOwner person();

    UUID attemptId();
  }

  /**
   * Lines of a file to comment on.
   *
   * @param seen the lines as their author saw them; empty for the lines as they are now
   */
  public record LinesToComment(ReviewQuery review, LineRange range, Optional<SeenLines> seen)
      implements PartToComment {
    /** Lines as they are now. */
    public LinesToComment(ReviewQuery review, LineRange range) {
      this(review, range, Optional.empty());
    }

    @Override
    public TaskOwner person() {
      return review.person();
    }

    @Override
    public UUID attemptId() {
      return review.attemptId();
    }
  }

  /** An entry of the conversation to comment on: a message, or a plan. */
  public record EntryToComment(TaskOwner person, UUID attemptId, long index)
      implements PartToComment {}

  /**
   * What all drafts about an attempt become.
   *
   * @param words what stands before the comments; may be empty
   * @param variant how the agent is run with them
   */
  public record CommentMessage(UUID attemptId, String words, Optional<String> variant) {
    /** A message to the agent as it is usually run. */
    public CommentMessage(UUID attemptId, String words) {
      this(attemptId, words, Optional.empty());
    }
  }

  private final Store store;
  private final AttemptReviews reviews;
  private final FollowUps followUps;
  private final Supplier<UUID> ids;
  private final Clock clock;

  public ReviewComments(
      Store store, AttemptReviews reviews, FollowUps followUps, Supplier<UUID> ids, Clock clock) {
    this.store = store;
    this.reviews = reviews;
    this.followUps = followUps;
    this.ids = ids;
    this.clock = clock;
  }

  /** Those of a person on an attempt, drafts and sent ones, oldest first. */
  public List<ReviewComment> list(TaskOwner person, UUID attemptId) {
    return store.read(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          return tables.comments().list(attemptId, person.name());
        });
  }

  /** How many drafts, of all people, there are about each attempt of a task that has some. */
  public Map<UUID, Long> countDrafts(UUID taskId) {
    return store.read(tables -> tables.comments().countDrafts(taskId));
  }

  /** Keeps a draft. */
  public ReviewComment add(PartToComment part, String text) {
    return add(ids.get(), part, text);
  }

  /**
   * Keeps a draft under an id that its author chose, so that somebody who got no answer can say it
   * again: the second time it only gets its words.
   */
  public ReviewComment add(UUID id, PartToComment part, String text) {
    return add(id, part, text, _ -> {});
  }

  /**
   * The same for words that were left behind: refused if the comment is there by now, and says
   * neither what was last seen of it nor the same.
   */
  public ReviewComment addLeft(UUID id, PartToComment part, String seen, String text) {
    return add(id, part, text, unlessOther(seen, text));
  }

  private ReviewComment add(
      UUID id, PartToComment part, String text, Consumer<ReviewComment> check) {
    if (store.read(tables -> tables.comments().find(id)).isPresent()) {
      return change(part.person(), id, text, check);
    }
    return add(id, part.person(), part.attemptId(), target(part), text);
  }

  private CommentTarget target(PartToComment part) {
    return switch (part) {
      case LinesToComment lines ->
          lines
              .seen()
              .map(seen -> reviews.lines(lines.review(), lines.range(), seen))
              .orElseGet(() -> reviews.lines(lines.review(), lines.range()));
      case EntryToComment entry ->
          new CommentTarget.Entry(entry.index(), quoted(entry.attemptId(), entry.index()));
    };
  }

  /** What an entry of the conversation says, as a comment quotes it. */
  public String quoted(UUID attemptId, long entryIndex) {
    return store
        .read(
            tables -> {
              CallSubject.attempt(tables, attemptId);
              return tables
                  .logs()
                  .list(
                      attemptId,
                      LogChannel.NORMALIZED,
                      Tail.below(PageLimit.items(1), entryIndex + 1),
                      1);
            })
        .stream()
        .filter(entry -> entry.index() == entryIndex)
        .findFirst()
        .map(ReviewComments::quoted)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "The conversation of this attempt has no entry %d".formatted(entryIndex),
                    "Choose a message of the agent: tail_attempt_logs lists what there is"));
  }

  private static String quoted(LogEntry entry) {
    if (!entry.isMessageOrPlan()) {
      throw ToolFailure.invalid(
          "/entry_index",
          "Entry %d is no message or plan of the agent but of type %s"
              .formatted(entry.index(), entry.type()),
          "Repeat add_comment with the entry_index of an assistant_message, or of a tool_use whose"
              + " kind is plan; tail_attempt_logs lists what there is");
    }
    return Utf8.cut(words(entry).strip(), MOST_QUOTED_BYTES);
  }

  /** A plan is a call of a tool, which says nothing but what it is called with. */
  private static String words(LogEntry entry) {
    return entry.content().isBlank()
        ? entry.tool().flatMap(LogEntry.ToolUse::input).map(JsonNode::toPrettyString).orElse("")
        : entry.content();
  }

  private ReviewComment add(
      UUID id, TaskOwner person, UUID attemptId, CommentTarget target, String text) {
    var words = RequiredText.remark(text);
    var comment =
        new ReviewComment(id, attemptId, person.name(), target, words, now(), Optional.empty());
    return store.write(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          lock(tables, person.name());
          // why again: a window that closes and the one after it may say the same at once
          if (tables.comments().find(id).isPresent()) {
            return change(tables, person, id, words, _ -> {});
          }
          tables.comments().insert(comment);
          return comment;
        });
  }

  /** Writes a draft anew; refused if it was changed in another window after it was read. */
  public ReviewComment change(TaskOwner person, UUID commentId, String seen, String text) {
    return change(person, commentId, text, unlessOther(seen, text));
  }

  private static Consumer<ReviewComment> unlessOther(String seen, String text) {
    return draft -> {
      if (!draft.text().equals(seen) && !draft.text().equals(text)) {
        throw new ToolFailure(
            FailureCode.ALREADY_DONE,
            "This comment was changed in another window; there it says: %s"
                .formatted(Utf8.cut(draft.text(), MOST_SHOWN_BYTES)),
            "Keep the draft again to put yours in its place");
      }
    };
  }

  /** Writes a draft anew, whatever it says. */
  public ReviewComment change(TaskOwner person, UUID commentId, String text) {
    return change(person, commentId, text, _ -> {});
  }

  private ReviewComment change(
      TaskOwner person, UUID commentId, String text, Consumer<ReviewComment> check) {
    var words = RequiredText.remark(text);
    return store.write(
        tables -> {
          lock(tables, person.name());
          return change(tables, person, commentId, words, check);
        });
  }

  private static ReviewComment change(
      Tables tables, TaskOwner person, UUID id, String words, Consumer<ReviewComment> check) {
    var comment = own(tables, person, id);
    // why also if it was sent: who says it again may have heard no answer
    if (comment.text().equals(words)) {
      return comment;
    }
    var draft = draft(comment);
    check.accept(draft);
    tables.comments().setText(draft, words);
    return draft.withText(words);
  }

  /** Throws a comment away; one that was sent leaves the page alone. */
  public ReviewComment remove(TaskOwner person, UUID commentId) {
    return store.write(
        tables -> {
          var comment = own(tables, person, commentId);
          tables.comments().delete(comment);
          return comment;
        });
  }

  /**
   * Sends all drafts as one follow-up, which starts at once or waits for its turn. They stop being
   * drafts in the transaction that records it.
   */
  public FollowUpQueued send(Caller caller, CommentMessage message) {
    var attemptId = message.attemptId();
    var call =
        new KeyedCall(
            caller,
            "send_comments",
            Fingerprint.of(
                attemptId.toString(), message.words().strip(), message.variant().orElse("")));
    var person = caller.owner().name();
    var at = now();
    return followUps.queue(
        call,
        at,
        tables -> {
          var drafts = take(tables, attemptId, person, at);
          return new FollowUp(
              FollowUpTarget.attempt(attemptId),
              CommentPrompt.of(message.words(), drafts),
              message.variant());
        },
        tables -> tables.comments().takeBack(attemptId, at));
  }

  /**
   * Sends what reviewers said on the forge, as one follow-up, as {@link #send} does with drafts.
   *
   * @param words what stands before the comments; may be empty
   */
  public FollowUpQueued sendReviewers(Caller caller, UUID attemptId, String words) {
    return sendReviewers(caller, "send_pull_request_comments", attemptId, words);
  }

  /**
   * The same.
   *
   * @param tool under whose name the key of the caller counts
   */
  public FollowUpQueued sendReviewers(Caller caller, String tool, UUID attemptId, String words) {
    var call = new KeyedCall(caller, tool, Fingerprint.of(attemptId.toString(), words.strip()));
    var at = now();
    return followUps.queue(
        call,
        at,
        tables -> takeReviewers(tables, attemptId, words, at),
        tables -> tables.pullRequests().takeBack(attemptId, at));
  }

  private static FollowUp takeReviewers(Tables tables, UUID attemptId, String words, Instant at) {
    CallSubject.attempt(tables, attemptId);
    var unsent = tables.pullRequests().takeUnsent(attemptId, at);
    if (unsent.isEmpty()) {
      throw ToolFailure.invalid(
          "/attempt_id",
          "No reviewer has said anything that was not sent",
          "Look again when somebody has; call get_attempt_status with refresh true to read what"
              + " there is now");
    }
    return new FollowUp(
        FollowUpTarget.attempt(attemptId),
        ReviewerComment.prompt(words, unsent.stream().map(KeptComment::comment).toList()),
        Optional.empty());
  }

  /** The drafts, which are none from now on. */
  private static List<ReviewComment> take(
      Tables tables, UUID attemptId, String person, Instant at) {
    CallSubject.attempt(tables, attemptId);
    lock(tables, person);
    var drafts =
        tables.comments().list(attemptId, person).stream().filter(ReviewComment::isDraft).toList();
    if (drafts.isEmpty()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "There is no comment to send",
          "Comment on a line first, or send a follow-up");
    }
    drafts.forEach(draft -> tables.comments().setSent(draft.id(), at));
    return drafts;
  }

  /** Lets nobody else change or send the drafts of a person until the transaction ends. */
  private static void lock(Tables tables, String person) {
    tables.lock("drafts of " + person);
  }

  private static ReviewComment draft(ReviewComment comment) {
    if (!comment.isDraft()) {
      throw ToolFailure.invalid(
          "This comment was sent, and cannot be changed any more", "Write another comment");
    }
    return comment;
  }

  private static ReviewComment own(Tables tables, TaskOwner person, UUID id) {
    return tables
        .comments()
        .find(id)
        .filter(comment -> comment.person().equals(person.name()))
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "There is no comment %s".formatted(id),
                    "See which comments there are; list_comments has them"));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
