package dev.baton.app.web.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A part of a conversation.
 *
 * @param known up to which index the reader has it already
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
    long known,
    long latest,
    Optional<Long> older,
    boolean isLive,
    boolean hasMore) {
  /** Fewer than are read at once, so that there is always something new among them. */
  private static final int MOST_AGAIN = 30;

  EntriesView {
    entries = List.copyOf(entries);
  }

  /** What stands in a line of its own: an entry, or calls of one kind. */
  record Line(EntryView first, Optional<CallGroup> group) {}

  List<Line> lines() {
    var lines = new ArrayList<Line>();
    for (var group : groups()) {
      lines.add(
          new Line(
              group.entries().getFirst(),
              group.entries().size() > 1 ? Optional.of(group) : Optional.empty()));
    }
    return lines;
  }

  private List<CallGroup> groups() {
    var groups = new ArrayList<CallGroup>();
    for (var entry : entries) {
      var last = groups.isEmpty() ? Optional.<CallGroup>empty() : Optional.of(groups.getLast());
      // why: the end of a call that the reader has is far from what follows in this part
      if (entry.call().isPresent()
          && last.filter(it -> it.entries().getFirst().call().isPresent())
              .filter(it -> it.entries().getFirst().place() > known)
              .filter(it -> it.takes(entry))
              .isPresent()) {
        var longer = new ArrayList<>(groups.removeLast().entries());
        longer.add(entry);
        groups.add(new CallGroup(longer));
      } else {
        groups.add(new CallGroup(List.of(entry)));
      }
    }
    return groups;
  }

  /**
   * After which index to ask for what is new, so that calls that still run, and those of the last
   * line, come again with what has become of them.
   */
  long resume() {
    if (entries.isEmpty() || hasMore) {
      return latest;
    }
    var groups = groups();
    var running = groups.stream().filter(CallGroup::isRunning).findFirst();
    return running
        .or(() -> Optional.of(groups.getLast()).filter(CallGroup::hasRoom))
        .map(group -> group.entries().getFirst().place() - 1)
        .filter(before -> latest - before <= MOST_AGAIN)
        .orElse(latest);
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
