package dev.baton.task;

/**
 * The programs that share a store: the name of this one, and which of the others live. A task that
 * a dead program holds was left behind. Thread safe.
 */
public interface Presence {
  /** The name of this program, which no other has; from now on the others see that it lives. */
  String self();

  /** True if the program of this name is alive; an unknown one counts as dead. */
  boolean isAlive(String program);

  /** For a store that no other program sees. */
  static Presence alone() {
    return new Presence() {
      @Override
      public String self() {
        return "only";
      }

      @Override
      public boolean isAlive(String program) {
        return program.equals(self());
      }
    };
  }
}
