package dev.baton.app.web.review;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds the words that differ between a line and the line that took its place. */
final class WordMarks {
  private static final Pattern WORD = Pattern.compile("\\w+|\\s+|[^\\w\\s]", Pattern.DOTALL);

  /** A part of a line, from its first character to the one behind its last. */
  record Span(int from, int to) {
    static final Span NOTHING = new Span(0, 0);

    boolean isEmpty() {
      return from >= to;
    }
  }

  /** The parts of both lines that differ; none if the lines have too little in common. */
  record Pair(Span before, Span now) {
    static final Pair NOTHING = new Pair(Span.NOTHING, Span.NOTHING);
  }

  private WordMarks() {}

  static Pair of(String before, String now) {
    var old = words(before);
    var young = words(now);
    var shorter = Math.min(old.size(), young.size());
    var head = 0;
    while (head < shorter && old.get(head).equals(young.get(head))) {
      head++;
    }
    var tail = 0;
    while (tail < shorter - head
        && old.get(old.size() - 1 - tail).equals(young.get(young.size() - 1 - tail))) {
      tail++;
    }
    var common = length(old, 0, head) + length(old, old.size() - tail, old.size());
    if (common * 5 < Math.max(before.strip().length(), now.strip().length())) {
      return Pair.NOTHING;
    }
    return new Pair(span(old, head, tail), span(young, head, tail));
  }

  private static Span span(List<String> words, int head, int tail) {
    return new Span(length(words, 0, head), length(words, 0, Math.max(head, words.size() - tail)));
  }

  private static int length(List<String> words, int from, int to) {
    return words.subList(from, to).stream().mapToInt(String::length).sum();
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }
}
