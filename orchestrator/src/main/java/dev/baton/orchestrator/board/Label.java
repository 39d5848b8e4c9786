package dev.baton.orchestrator.board;

import java.util.UUID;

/** A word that tasks of a project can be marked with. */
public record Label(UUID id, UUID projectId, String name, LabelColour colour) {
  /** The colours that labels can have. */
  public enum LabelColour {
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    TEAL,
    YELLOW,
    GREY;

    /** The colour of a new label in a project that has so many already. */
    public static LabelColour ofNext(int labels) {
      return values()[labels % values().length];
    }
  }
}
