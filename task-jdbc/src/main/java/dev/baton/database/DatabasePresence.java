package dev.baton.database;

import dev.baton.task.Presence;
import java.security.SecureRandom;
import java.util.OptionalLong;

/**
 * Presence in a database: every program has a number, and a lock of that number which ends with the
 * program, however it dies. Thread safe.
 */
abstract class DatabasePresence implements Presence, AutoCloseable {
  // why: positive, because it is a place in a file too
  private final long number = new SecureRandom().nextLong() >>> 2;

  @Override
  public final String self() {
    hold(number);
    return Long.toString(number);
  }

  @Override
  public final boolean isAlive(String program) {
    OptionalLong other = number(program);
    return other.isPresent() && (other.getAsLong() == number || isHeld(other.getAsLong()));
  }

  private static OptionalLong number(String program) {
    try {
      long number = Long.parseLong(program);
      return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    } catch (NumberFormatException nobody) {
      return OptionalLong.empty();
    }
  }

  /** Makes sure that this program has the lock of its number. */
  abstract void hold(long own);

  /** If some program has the lock of this number. */
  abstract boolean isHeld(long other);

  @Override
  public abstract void close();
}
