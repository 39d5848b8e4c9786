package dev.baton.workflow;

import java.util.function.Consumer;

/**
 * Something that a prompt argument has, such as allowed values; the {@link WorkflowDsl} makes it.
 */
public final class ArgumentOption {
  private final Consumer<ArgumentDraft> change;

  ArgumentOption(Consumer<ArgumentDraft> change) {
    this.change = change;
  }

  void applyTo(ArgumentDraft draft) {
    change.accept(draft);
  }
}
