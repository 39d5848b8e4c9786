package dev.baton.orchestrator.board;

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
