package dev.baton.workflow;

import java.util.function.Consumer;

/** A part of a prompt argument, such as its allowed values; the {@link WorkflowDsl} makes it. */
public final class ArgumentOption {
  private final Consumer<ArgumentDraft> change;

  ArgumentOption(Consumer<ArgumentDraft> change) {
    this.change = change;
  }

  void applyTo(ArgumentDraft draft) {
    change.accept(draft);
  }
}
