package dev.baton.mcp.internal.era;

/** Questions about all eras at once. */
public final class Eras {
  private Eras() {}

  /** True if some revision that is served here has the method. */
  public static boolean anyServes(String method) {
    return LegacyEra.knows(method) || ModernEra.INSTANCE.serves(method);
  }
}
