package dev.baton.task;

/** The owner of a task; another owner's task does not exist. Immutable, thread safe. */
public record TaskOwner(String name) {
  /** The user of this machine: their own token, and stdio. */
  public static final TaskOwner LOCAL = new TaskOwner("local");

  public TaskOwner {
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "An owner needs a name without control characters, got '" + name + "'");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
