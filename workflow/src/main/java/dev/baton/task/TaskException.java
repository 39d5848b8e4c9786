package dev.baton.task;

/** A refusal of a store. Nothing was changed when it is thrown. */
public abstract sealed class TaskException extends RuntimeException
    permits UnknownTaskException,
        IllegalTransitionException,
        TaskLimitException,
        TaskConflictException {

  TaskException(String message) {
    super(message);
  }
}
