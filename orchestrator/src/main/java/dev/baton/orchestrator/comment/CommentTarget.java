package dev.baton.orchestrator.comment;

/** What a comment is about. */
public sealed interface CommentTarget {
  /** What stood there when the comment was made. */
  String quoted();

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
