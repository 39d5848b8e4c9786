package dev.baton.orchestrator.dispatch;

/** How many attempts may run at a time, in all and of one project. */
public record RunLimits(int total, int perProject) {
  public static final RunLimits DEFAULT = new RunLimits(8, 8);

  public RunLimits {
    if (total < 1 || perProject < 1) {
      throw new IllegalArgumentException(
          "limits.running is %d and %d per project; both must be at least 1"
              .formatted(total, perProject));
    }
  }
}
