package dev.baton.orchestrator.review;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.changes.ChangeReader;
import dev.baton.orchestrator.changes.ChangeStatus;
import dev.baton.orchestrator.changes.Changes.ChangeSummary;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.changes.WorkspacePath;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedFile.Mark;
import dev.baton.orchestrator.review.FileDiffReader.Quote;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.review.ReviewTable.Look;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Shows people the work of attempts file by file, and how far each of them is. Thread safe. */
public final class AttemptReviews {
  /**
   * A changed file and how far somebody is with it.
   *
   * @param print another text when the file was written again
   */
  public record ReviewedFile(FileChange change, String print, Mark mark) {
    /** How far somebody is with a file. */
    public enum Mark {
      NEW,
      VIEWED,
      /** It was viewed, and has another content since. */
      CHANGED
    }
  }

  /**
   * Which part of the differences of a file is wanted.
   *
   * @param path as the list of changes shows it
   * @param oldPath where the file was before; the same path if it was not moved
   * @param ignoresSpace true leaves out lines that differ in white space alone
   * @param first how many lines of the difference are left out at its beginning
   * @param most how many lines come at most
   */
  public record DiffQuery(
      String path, String oldPath, boolean ignoresSpace, long first, int most) {}

  /**
   * Lines of one side of a file.
   *
   * @param first counted from 1
   * @param last included
   */
  public record LineRange(DiffQuery file, CommentSide side, long first, long last) {
    /** Lines of a file that was at another path before, or at the same one. */
    public static LineRange of(
        String path, String oldPath, CommentSide side, long first, long last) {
      return new LineRange(new DiffQuery(path, oldPath, false, 0, 1), side, first, last);
    }
  }

  /**
   * What a page showed of some lines.
   *
   * @param contentId the content that the side of the file had then
   * @param text the lines; empty if not all of them were shown
   */
  public record SeenLines(String contentId, String text) {}

  /** Whose review of which attempt, and of which of its changes. */
  public record ReviewQuery(TaskOwner person, UUID attemptId, ChangeScope scope) {}

  /**
   * The changed files.
   *
   * @param problem what git said if they cannot be found out
   * @param lookedAt when this person last looked
   */
  public record ReviewedChanges(
      ChangeSummary summary,
      List<ReviewedFile> files,
      Optional<String> problem,
      Optional<Instant> lookedAt) {
    public ReviewedChanges {
      files = List.copyOf(files);
    }

    /** Another text when a file was written again. */
    public String print() {
      return Integer.toHexString(files.stream().map(ReviewedFile::print).toList().hashCode());
    }
  }

  /** Longer texts are not what a page shows of some lines. */
  private static final int LONGEST_SEEN = 256 * 1024;

  private final Store store;
  private final AttemptWork work;
  private final ChangeReader changes;
  private final FileDiffReader diffs;
  private final Baselines baselines;
  private final ScopeBaselines scopes;
  private final Clock clock;

  public AttemptReviews(
      Store store, AttemptWork work, ChangeReader changes, Git git, Path data, Clock clock) {
    this.store = store;
    this.work = work;
    this.changes = changes;
    this.diffs = new FileDiffReader(git, data);
    this.baselines = new Baselines(git, data);
    this.scopes = new ScopeBaselines(store, baselines);
    this.clock = clock;
  }

  /** All changed files, however many there are. */
  public ReviewedChanges changes(ReviewQuery query) {
    var workspace = work.workspace(query.attemptId());
    var found = changes.read(workspace, scopes.baseline(workspace, query), true);
    var marks = store.read(tables -> tables.reviews().listMarks(query.attemptId(), name(query)));
    var viewed = found.files().stream().map(FileChange::path).filter(marks::containsKey).toList();
    var now = viewed.isEmpty() ? Map.<String, String>of() : diffs.contentIds(workspace, viewed);
    return new ReviewedChanges(
        found.summary(),
        found.files().stream()
            .map(
                file ->
                    new ReviewedFile(file, print(workspace, file), mark(marks, now, file.path())))
            .toList(),
        found.problem(),
        store
            .read(tables -> tables.reviews().findLook(query.attemptId(), name(query)))
            .map(Look::at));
  }

  /** How much there is to see in all. */
  public ChangeSummary summary(UUID attemptId) {
    var workspace = work.workspace(attemptId);
    return changes.read(workspace, scopes.everything(workspace), false).summary();
  }

  private static Mark mark(Map<String, String> marks, Map<String, String> now, String path) {
    if (!marks.containsKey(path)) {
      return Mark.NEW;
    }
    return String.valueOf(marks.get(path)).equals(now.get(path)) ? Mark.VIEWED : Mark.CHANGED;
  }

  private static String print(Workspace workspace, FileChange file) {
    var path = WorkspacePath.load(workspace, file.path());
    try {
      var attributes =
          Files.readAttributes(
              path.path().below(workspace.worktree(path.repo())),
              BasicFileAttributes.class,
              LinkOption.NOFOLLOW_LINKS);
      return "%x-%x".formatted(attributes.size(), attributes.lastModifiedTime().toMillis());
    } catch (IOException e) {
      return file.status() == ChangeStatus.DELETED ? FileDiff.GONE : "?";
    }
  }

  public FileDiff diff(ReviewQuery query, DiffQuery file) {
    var workspace = work.workspace(query.attemptId());
    return diffs.read(workspace, scopes.baseline(workspace, query), file);
  }

  /** One side of a file; empty if there is none, or it is longer than wanted. */
  public Optional<byte[]> content(ReviewQuery query, String path, CommentSide side, int most) {
    var workspace = work.workspace(query.attemptId());
    return diffs.content(
        workspace, scopes.baseline(workspace, query), path, side == CommentSide.OLD, most);
  }

  private static ToolFailure noFile(DiffQuery file) {
    return ToolFailure.invalid(
        "/path",
        "'%s' is no file of the attempt".formatted(file.path()),
        "Choose a file of the changes; get_attempt_changes has their paths");
  }

  /** Lines of a file as a comment quotes them. */
  public CommentTarget.Lines lines(ReviewQuery query, LineRange range) {
    var workspace = workspace(query, range);
    return lines(workspace, range, quote(workspace, query, range));
  }

  /** The same for lines as somebody has seen them, which may be others by now or gone. */
  public CommentTarget.Lines lines(ReviewQuery query, LineRange range, SeenLines seen) {
    var workspace = workspace(query, range);
    var quote = quote(workspace, query, range);
    if (contentId(quote.diff(), range.side()).equals(seen.contentId())) {
      return lines(workspace, range, quote);
    }
    var count = range.last() - range.first() + 1;
    if (seen.text().split("\n", -1).length != count || seen.text().length() > LONGEST_SEEN) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "'%s' has changed since lines %d to %d of it were shown"
              .formatted(range.file().path(), range.first(), range.last()),
          "Load the page again, and choose the lines again");
    }
    return target(workspace, range, seen.text(), seen.contentId());
  }

  private Workspace workspace(ReviewQuery query, LineRange range) {
    var workspace = work.workspace(query.attemptId());
    if (!WorkspacePath.isPath(workspace, range.file().path())) {
      throw noFile(range.file());
    }
    return workspace;
  }

  private Quote quote(Workspace workspace, ReviewQuery query, LineRange range) {
    return diffs.quote(
        workspace,
        scopes.baseline(workspace, query),
        range.file(),
        range.side(),
        range.first(),
        range.last());
  }

  private CommentTarget.Lines lines(Workspace workspace, LineRange range, Quote quote) {
    var diff = quote.diff();
    if (diff.before().isEmpty() && diff.now().isEmpty()) {
      throw noFile(range.file());
    }
    return target(workspace, range, quoted(range, quote.lines()), contentId(diff, range.side()));
  }

  private CommentTarget.Lines target(
      Workspace workspace, LineRange range, String quoted, String contentId) {
    var path = range.file().path();
    return new CommentTarget.Lines(
        path,
        range.side(),
        range.first(),
        range.last(),
        quoted,
        contentId,
        baselines.head(workspace, WorkspacePath.load(workspace, path).repo()));
  }

  private static String contentId(FileDiff diff, CommentSide side) {
    return side == CommentSide.OLD ? diff.contentIdBefore() : diff.contentId();
  }

  private static String quoted(LineRange range, QuotedLines lines) {
    var file = range.file();
    var first = range.first();
    var last = range.last();
    var count = lines.count();
    if (first < 1 || last < first || last > count) {
      throw ToolFailure.invalid(
          count == 0 ? "/path" : first >= 1 && first <= count ? "/last_line" : "/first_line",
          "'%s' has no lines %d to %d".formatted(file.path(), first, last),
          count == 0
              ? "Choose a file of the changes that has lines on this side"
              : "Choose lines from 1 to %d".formatted(count));
    }
    return lines
        .text()
        .orElseThrow(
            () ->
                ToolFailure.invalid(
                    "/last_line",
                    "Lines %d to %d of '%s' are longer than the %d bytes that a comment can quote"
                        .formatted(first, last, file.path(), FileDiffReader.MOST_HELD),
                    "Comment on fewer lines, or say it in a follow-up"));
  }

  /** Notes that somebody has viewed a file with this content. */
  public void markViewed(TaskOwner person, UUID attemptId, String path, String contentId) {
    var shown = WorkspacePath.load(work.workspace(attemptId), path);
    store.write(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          tables.reviews().setMark(attemptId, person.name(), path, contentId);
          return shown;
        });
  }

  /** The content that a file has now, as marks know it. */
  public String contentId(UUID attemptId, String path) {
    return diffs
        .contentIds(work.workspace(attemptId), List.of(path))
        .getOrDefault(path, FileDiff.GONE);
  }

  public void unmarkViewed(TaskOwner person, UUID attemptId, String path) {
    store.write(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          tables.reviews().deleteMark(attemptId, person.name(), path);
          return path;
        });
  }

  /**
   * Does what somebody decided on at the sight of a page, and then notes that they have seen the
   * work as it was before. If there was more by then than the page showed, they have not.
   *
   * @param shown the print of what the page showed
   * @return true if they have
   */
  public boolean look(ReviewQuery query, String shown, Runnable deed) {
    var seen =
        query.scope().isWhole() ? Optional.of(now(query.attemptId())) : Optional.<Look>empty();
    // why compared afterwards: what is written in between then counts as not seen
    var isSame = seen.isPresent() && changes(query).print().equals(shown);
    deed.run();
    seen.filter(_ -> isSame).ifPresent(look -> save(query.person(), query.attemptId(), look));
    return isSame;
  }

  private Look now(UUID attemptId) {
    return new Look(
        baselines.keep(work.workspace(attemptId)), clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private void save(TaskOwner person, UUID attemptId, Look look) {
    store.write(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          tables.reviews().setLook(attemptId, person.name(), look);
          return look;
        });
  }

  private static String name(ReviewQuery query) {
    return query.person().name();
  }
}
