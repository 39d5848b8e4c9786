package dev.baton.orchestrator.comment;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Which of the two contents of a file a comment is about. */
public enum CommentSide {
  OLD,
  NEW;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<CommentSide> find(String wireName) {
    return Stream.of(values()).filter(side -> side.wireName().equals(wireName)).findFirst();
  }
}
