package dev.baton.app.web.task;

import dev.baton.app.web.task.CallView.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tool calls of one kind that follow each other, in one line. */
record CallGroup(List<EntryView> entries) {
  /** The most calls of a group: a page that continues shows the whole of the last group again. */
  private static final int MOST = 12;

  private static final int NAMED = 3;

  CallGroup {
    entries = List.copyOf(entries);
  }

  private List<CallView> calls() {
    return entries.stream().flatMap(entry -> entry.call().stream()).toList();
  }

  /** True if one of the calls has not ended; false for what is no call. */
  boolean isRunning() {
    return calls().stream().anyMatch(call -> call.outcome() == Outcome.RUNNING);
  }

  /** True if calls that follow may still join. */
  boolean hasRoom() {
    return entries.size() < MOST && !calls().isEmpty();
  }

  boolean takes(EntryView entry) {
    var verb = calls().getFirst().verb();
    return hasRoom() && entry.call().filter(call -> call.verb().equals(verb)).isPresent();
  }

  /** What was done how often. */
  String words() {
    var verb = calls().getFirst().verb();
    return switch (verb) {
      case "Read", "Edit" -> filesWords(verb);
      case "Run" -> "Run %d commands".formatted(entries.size());
      case "Search" -> "Search %d times".formatted(entries.size());
      case "Fetch" -> "Fetch %d pages".formatted(entries.size());
      default -> "%s, %d calls".formatted(verb, entries.size());
    };
  }

  private String filesWords(String verb) {
    var files = calls().stream().map(CallView::target).distinct().count();
    return files == 1
        ? "%s %d times".formatted(verb, entries.size())
        : "%s %d files".formatted(verb, files);
  }

  /** To what it was done: files by their names alone. */
  String targets() {
    var names = calls().stream().map(CallGroup::name).filter(it -> !it.isEmpty()).distinct();
    var all = names.toList();
    var shown = all.stream().limit(NAMED).collect(Collectors.joining(", "));
    return all.size() > NAMED ? "%s and %d more".formatted(shown, all.size() - NAMED) : shown;
  }

  private static String name(CallView call) {
    var isFile = call.verb().equals("Read") || call.verb().equals("Edit");
    return isFile ? call.target().substring(call.target().lastIndexOf('/') + 1) : call.target();
  }

  Outcome outcome() {
    return calls().stream().map(CallView::outcome).reduce(Outcome.GOOD, CallGroup::worse);
  }

  private static Outcome worse(Outcome one, Outcome other) {
    if (one == Outcome.RUNNING || other == Outcome.RUNNING) {
      return Outcome.RUNNING;
    }
    return one.isBad() ? one : other;
  }

  /** How many failed, or how it stands. */
  String outcomeWord() {
    var bad = calls().stream().filter(call -> call.outcome().isBad()).count();
    return outcome().isBad() ? "%d %s".formatted(bad, outcome().word()) : outcome().word();
  }

  Optional<String> time() {
    return CallView.time(
        calls().stream().map(CallView::took).reduce(Duration.ZERO, Duration::plus));
  }
}
