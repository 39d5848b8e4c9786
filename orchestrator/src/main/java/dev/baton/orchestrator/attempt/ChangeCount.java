package dev.baton.orchestrator.attempt;

/** How much was changed. */
public record ChangeCount(long files, long added, long deleted) {
  public static final ChangeCount NONE = new ChangeCount(0, 0, 0);

  public ChangeCount plus(ChangeCount other) {
    return new ChangeCount(files + other.files, added + other.added, deleted + other.deleted);
  }
}
