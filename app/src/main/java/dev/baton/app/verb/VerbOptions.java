package dev.baton.app.verb;

import java.util.Set;

/**
 * What can be asked of a verb beside the fields of its operation.
 *
 * @param json if the answer is printed as it came
 * @param waits if it ends with the run that it began
 * @param follows if it goes on with what comes later
 * @param leaves if it does not wait for what it would wait for
 */
record VerbOptions(boolean json, boolean waits, boolean follows, boolean leaves) {
  static final String JSON = "--json";

  /** The options that were typed, by their names. */
  static VerbOptions of(Set<String> typed) {
    return new VerbOptions(
        typed.contains(JSON),
        typed.contains(Style.Extra.WAIT.option()),
        typed.contains(Style.Extra.FOLLOW.option()),
        typed.contains(Style.Extra.UNTIL_EMPTY.option()));
  }
}
