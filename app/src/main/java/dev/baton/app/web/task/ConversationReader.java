package dev.baton.app.web.task;

import dev.baton.app.web.text.AgentNames;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.page.TailRead.TailPage;
import dev.baton.orchestrator.progress.Transcripts.LogQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads conversations in parts; an entry that was replaced is shown once, as it is now. */
public final class ConversationReader {
  private static final int ENTRIES = 50;
  private static final int LINES = 200;
  private static final int BYTES = 512 * 1024;
  private static final int MOST_STEPS = 256;

  private final Orchestrator orchestrator;
  private final TurnNumbers turns;

  public ConversationReader(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
    this.turns = new TurnNumbers(orchestrator);
  }

  /** The newest entries. */
  EntriesView newest(Attempt attempt, LogChannel channel) {
    return view(attempt, channel, Tail.newest(limit(channel)));
  }

  /** The newest entries below this index. */
  EntriesView before(Attempt attempt, LogChannel channel, long index) {
    return view(attempt, channel, Tail.below(limit(channel), index));
  }

  /** The oldest entries above this index. */
  EntriesView after(Attempt attempt, LogChannel channel, long index) {
    return view(attempt, channel, Tail.above(limit(channel), index));
  }

  /** One entry; empty if there is none with this index. */
  Optional<LogEntry> find(UUID attemptId, LogChannel channel, long index) {
    return read(attemptId, channel, Tail.below(PageLimit.items(1), index + 1)).items().stream()
        .filter(entry -> entry.index() == index)
        .findFirst();
  }

  private static PageLimit limit(LogChannel channel) {
    return new PageLimit(channel == LogChannel.RAW ? LINES : ENTRIES, BYTES);
  }

  private TailPage<LogEntry> read(UUID attemptId, LogChannel channel, Tail tail) {
    return orchestrator
        .transcripts()
        .logs(
            new LogQuery(attemptId, channel, tail, Duration.ZERO),
            new PageView<LogEntry, LogEntry>(entry -> entry, entry -> entry.content().length()));
  }

  private EntriesView view(Attempt attempt, LogChannel channel, Tail tail) {
    var page = read(attempt.id(), channel, tail);
    var last = page.items().isEmpty() ? tail.after().orElse(-1L) : page.items().getLast().index();
    return new EntriesView(
        attempt.id(),
        attempt.taskId(),
        AgentNames.of(attempt.executor()),
        channel == LogChannel.RAW,
        channel == LogChannel.RAW
            ? page.items().stream().map(EntryView::raw).toList()
            : entries(attempt.id(), page.items(), tail),
        tail.after().orElse(-1L),
        last,
        page.nextCursor(),
        tail.cursor().isEmpty(),
        tail.after().isPresent() && page.hasMore());
  }

  private List<EntryView> entries(UUID attemptId, List<LogEntry> read, Tail tail) {
    var known = new HashMap<Long, LogEntry>();
    read.forEach(entry -> known.put(entry.index(), entry));
    var isReplaced = new HashMap<Long, Boolean>();
    read.forEach(entry -> entry.replaces().ifPresent(index -> isReplaced.put(index, true)));
    // why: what replaces one of these may already stand below, on the page of the reader
    tail.cursor()
        .ifPresent(
            cursor ->
                read(
                        attemptId,
                        LogChannel.NORMALIZED,
                        Tail.above(PageLimit.items(ENTRIES), cursor - 1))
                    .items()
                    .forEach(
                        later -> later.replaces().ifPresent(index -> isReplaced.put(index, true))));
    var begun =
        turns.ofProcesses(
            attemptId,
            read.stream()
                .filter(ConversationReader::isSaid)
                .map(LogEntry::processId)
                .collect(Collectors.toSet()));
    var shown = new ArrayList<EntryView>();
    for (var entry : read) {
      if (!isReplaced.containsKey(entry.index()) && !entry.type().equals("usage")) {
        var view = EntryView.of(entry, first(attemptId, entry, known));
        shown.add(
            Optional.ofNullable(begun.get(entry.processId()))
                .map(turn -> view.during(turn, images(entry, turn)))
                .orElse(view));
      }
    }
    // why: a call stands where it began, also if it ended after what the agent said meanwhile
    shown.sort(Comparator.comparingLong(EntryView::place));
    return shown;
  }

  private List<Image> images(LogEntry entry, TurnOverview turn) {
    return entry.type().equals("user_message")
        ? orchestrator.images().listOfTurn(turn.id())
        : List.of();
  }

  /** True for what people and agents say, which shows its turn. */
  private static boolean isSaid(LogEntry entry) {
    return entry.type().equals("user_message") || entry.type().equals("assistant_message");
  }

  /** The entry with which the call began that this one speaks of. */
  private LogEntry first(UUID attemptId, LogEntry entry, Map<Long, LogEntry> known) {
    var first = entry;
    for (var steps = 0; first.replaces().isPresent() && steps < MOST_STEPS; steps++) {
      long index = first.replaces().get();
      var found =
          Optional.ofNullable(known.get(index))
              .or(() -> find(attemptId, LogChannel.NORMALIZED, index));
      if (found.isEmpty()) {
        return first;
      }
      first = found.get();
    }
    return first;
  }
}
