package dev.baton.orchestrator.review;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The changes of an attempt that a reader wants to see. */
public enum ChangeScope {
  /** Against the merge base with the target branch. */
  EVERYTHING,
  /** What the newest turn changed. */
  TURN,
  /** What changed since this person last looked. */
  UNSEEN,
  UNCOMMITTED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if who has seen all of it has seen all that is new to them. */
  public boolean isWhole() {
    return this == EVERYTHING || this == UNSEEN;
  }

  public static Optional<ChangeScope> find(String wireName) {
    return Stream.of(values()).filter(scope -> scope.wireName().equals(wireName)).findFirst();
  }
}
