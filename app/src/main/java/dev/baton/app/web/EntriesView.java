package dev.baton.app.web;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A part of a conversation.
 *
 * @param latest up to which index it is shown; what comes later is asked for with it
 * @param older the index before which there is more
 * @param hasMore true if there is more after it
 */
record EntriesView(
    UUID attemptId,
    String agent,
    boolean isRaw,
    List<EntryView> entries,
    long latest,
    Optional<Long> older,
    boolean hasMore) {
  EntriesView {
    entries = List.copyOf(entries);
  }

  String address() {
    return "/attempts/%s/entries%s".formatted(attemptId, isRaw ? "?channel=raw&" : "?");
  }

  String outputAddress(EntryView entry) {
    return "/attempts/%s/entries/%d%s"
        .formatted(attemptId, entry.index(), isRaw ? "?channel=raw" : "");
  }
}
