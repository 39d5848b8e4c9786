package dev.baton.examples.logseq;

import java.util.ArrayList;
import java.util.List;

/** The notes, in memory. Thread safe. */
final class NoteBook {
  /** The pages that there are from the beginning. */
  static final List<String> PAGES = List.of("Website", "Mobile", "Blog");

  private final List<String> entries = new ArrayList<>();

  /** Adds an entry and says its number, from 1. */
  synchronized int add(String entry) {
    entries.add(entry);
    return entries.size();
  }
}
