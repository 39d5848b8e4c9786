package dev.baton.orchestrator.merge;

import dev.baton.workflow.internal.record.Sentence;
import java.util.List;

/** Names of files, in a sentence: how many they are, and the first of them. */
record FileNames(List<String> names) {
  private static final int MOST = 10;

  public FileNames {
    names = List.copyOf(names);
  }

  /** Such as "2 files (a.txt, b.txt)". */
  @Override
  public String toString() {
    var shown = String.join(", ", names.subList(0, Math.min(MOST, names.size())));
    var more = names.size() > MOST ? " and %d more".formatted(names.size() - MOST) : "";
    return "%s (%s%s)".formatted(Sentence.counted(names.size(), "file"), shown, more);
  }
}
