package dev.baton.workflow;

import java.util.function.Consumer;

/** A part of a step, such as an argument or guidance; the {@link WorkflowDsl} makes it. */
public final class StepOption {
  private final Consumer<StepDraft> change;

  StepOption(Consumer<StepDraft> change) {
    this.change = change;
  }

  void applyTo(StepDraft draft) {
    change.accept(draft);
  }
}
