package dev.baton.app.web.task;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A part of a conversation.
 *
 * @param latest up to which index it is shown; what comes later is asked for with it
 * @param older the index before which there is more
 * @param isLive false for a part of the past, which does not go on
 * @param hasMore true if there is more after it
 */
record EntriesView(
    UUID attemptId,
    UUID taskId,
    String agent,
    boolean isRaw,
    List<EntryView> entries,
    long latest,
    Optional<Long> older,
    boolean isLive,
    boolean hasMore) {
  EntriesView {
    entries = List.copyOf(entries);
  }

  String address() {
    return "/attempts/%s/entries%s".formatted(attemptId, isRaw ? "?channel=raw&" : "?");
  }

  /** The page of the task with what is older. */
  String olderPage() {
    return "/tasks/%s?attempt=%s%s&before=%d"
        .formatted(taskId, attemptId, isRaw ? "&view=raw" : "", older.orElse(0L));
  }

  String newestPage() {
    return "/tasks/%s?attempt=%s%s".formatted(taskId, attemptId, isRaw ? "&view=raw" : "");
  }

  String outputAddress(EntryView entry) {
    return "/attempts/%s/entries/%d%s"
        .formatted(attemptId, entry.index(), isRaw ? "?channel=raw" : "");
  }
}
