package dev.baton.app.web.review;

import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.VariantField;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.changes.Changes.ChangeSummary;
import dev.baton.orchestrator.review.ChangeScope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The review of an attempt.
 *
 * @param files those of this page of the list
 * @param found how many files there are that fit the search
 * @param viewed how many of all files have been viewed as they are now
 * @param apart comments on messages, and on files that are not changed any more
 * @param drafts how much there is to send
 * @param merged what the target branches have of it already
 * @param print another text when a file was written again
 */
record ReviewView(
    ReviewPlace place,
    ChangeSummary summary,
    List<FileView> files,
    Part part,
    int found,
    long viewed,
    List<CommentView> apart,
    Drafts drafts,
    Agent agent,
    Optional<String> problem,
    List<DoneMerge> merged,
    Optional<Instant> lookedAt,
    String print,
    Instant now) {
  /** The most files on a page. */
  static final int FILES = 150;

  ReviewView {
    files = List.copyOf(files);
    apart = List.copyOf(apart);
  }

  /**
   * Which files of the list are wanted.
   *
   * @param words what their paths contain
   * @param number counts pages from 1
   */
  record Part(String words, int number) {}

  /**
   * What can be sent.
   *
   * @param refused why it was not sent
   * @param words what was typed before the comments
   * @param sent how many have just been sent
   * @param queued how many wait for their turn since just now
   * @param requestId lets a form that is sent twice count once
   */
  record Drafts(
      long comments,
      long files,
      long messages,
      Optional<String> refused,
      String words,
      long sent,
      long queued,
      String requestId) {
    String counted() {
      return Plurals.of(comments, "comment");
    }

    String places() {
      return Stream.of(counted(files, "file"), counted(messages, "message"))
          .flatMap(Optional::stream)
          .reduce((one, other) -> one + " and " + other)
          .map(places -> "on " + places)
          .orElse("");
    }

    /** What has just become of them; empty if nothing has. */
    Optional<String> news(String agent) {
      if (sent > 0) {
        return Optional.of("%s sent to %s.".formatted(were(sent), agent));
      }
      return queued > 0
          ? Optional.of("%s queued for %s.".formatted(were(queued), agent))
          : Optional.empty();
    }

    private static String were(long count) {
      return Plurals.of(count, "comment") + (count == 1 ? " was" : " were");
    }

    private static Optional<String> counted(long count, String noun) {
      return count == 0 ? Optional.empty() : Optional.of(Plurals.of(count, noun));
    }
  }

  /** How much a review would show; empty if it cannot be shown now. */
  record Figures(String id, Optional<ChangeSummary> summary) {
    String files() {
      return summary.map(it -> Plurals.of(it.fileCount(), "file")).orElse("");
    }
  }

  /** The agent that gets the comments. */
  record Agent(
      String name, VariantField variants, boolean isBusy, boolean canTalk, boolean isUnpaid) {
    String words() {
      if (isBusy) {
        return "Is queued, %s is busy".formatted(name);
      }
      return isUnpaid ? "Waits in line, a budget is used up" : name + " is idle and starts at once";
    }
  }

  /** Files by directory, in their order. */
  Map<String, List<FileView>> directories() {
    var directories = new LinkedHashMap<String, List<FileView>>();
    for (var file : files) {
      var name =
          file.directory().isEmpty()
              ? "/"
              : file.directory().substring(0, file.directory().length() - 1);
      directories.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
    }
    return directories;
  }

  String name(ChangeScope scope) {
    return switch (scope) {
      case EVERYTHING -> "Everything";
      case TURN -> "This turn";
      case UNSEEN ->
          "Since I last looked" + lookedAt.map(at -> ", " + Ages.since(at, now)).orElse("");
      case UNCOMMITTED -> "Uncommitted";
    };
  }

  boolean isSearched() {
    return !part.words().isEmpty();
  }

  int pages() {
    return (found + FILES - 1) / FILES;
  }

  /** How much of the list is on this page. */
  String shownOf() {
    return "%d of %d files%s".formatted(files.size(), found, isSearched() ? " that fit" : "");
  }

  String pageAddress(int number) {
    var address = place.address();
    var words = isSearched() ? "&q=" + ReviewPlace.encoded(part.words()) : "";
    return "%s%spage=%d%s".formatted(address, address.contains("?") ? "&" : "?", number, words);
  }

  String empty() {
    if (isSearched()) {
      return "No file fits.";
    }
    return switch (place.scope()) {
      case EVERYTHING -> "Nothing has changed yet.";
      case TURN -> "The last turn changed nothing.";
      case UNSEEN -> "Nothing has changed since you last looked.";
      case UNCOMMITTED -> "Everything is committed.";
    };
  }

  int viewedShare() {
    return summary.fileCount() == 0 ? 0 : (int) (viewed * 100 / summary.fileCount());
  }
}
