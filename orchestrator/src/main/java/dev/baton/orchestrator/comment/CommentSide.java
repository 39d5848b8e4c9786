package dev.baton.orchestrator.comment;

import java.util.Locale;

/** Which of the two contents of a file a comment is about. */
public enum CommentSide {
  OLD,
  NEW;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The new one unless the other is named. */
  public static CommentSide of(String wireName) {
    return wireName.equals(OLD.wireName()) ? OLD : NEW;
  }
}
