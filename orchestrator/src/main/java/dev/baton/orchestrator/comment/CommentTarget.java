package dev.baton.orchestrator.comment;

import java.util.Optional;

/** What a comment is about. */
public sealed interface CommentTarget {
  /** What stood there when the comment was made. */
  String quoted();

  /** The lines that it is about; empty if it is about an entry of the conversation. */
  default Optional<Lines> findLines() {
    return this instanceof Lines lines ? Optional.of(lines) : Optional.empty();
  }

  /** The index of the entry that it is about; empty if it is about lines. */
  default Optional<Long> findEntry() {
    return this instanceof Entry entry ? Optional.of(entry.index()) : Optional.empty();
  }

  /**
   * Lines of a file.
   *
   * @param path as the list of changes shows it
   * @param first counted from 1
   * @param last included
   * @param contentId what the file had in it
   * @param commit where the branch was
   */
  record Lines(
      String path,
      CommentSide side,
      long first,
      long last,
      String quoted,
      String contentId,
      String commit)
      implements CommentTarget {}

  /** An entry of the conversation: a message, or a plan. */
  record Entry(long index, String quoted) implements CommentTarget {}
}
