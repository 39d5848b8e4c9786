package dev.baton.workflow;

import dev.baton.workflow.internal.ComponentName;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.Component;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.OptionalComponent;
import dev.baton.workflow.reference.OptionalSource;
import dev.baton.workflow.reference.Output;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.Source;
import java.util.List;

/**
 * A step whose arguments are components of its tool's input record, so that the compiler checks
 * what flows into them. Not thread safe.
 *
 * {@snippet file="dev/baton/workflow/TypedExamplesTest.java" region="typed"}
 */
public final class TypedStep<I, O> {
  private final StepDraft draft;

  TypedStep(StepDraft draft) {
    this.draft = draft;
  }

  /** Chooses an argument; {@code from} says where its value comes from. */
  @SuppressWarnings("overloads") // why: an accessor's return type says which one is meant
  public <V> Target<I, O, V> arg(Component<I, V> component) {
    return new Target<>(this, announced(ComponentName.of(component)));
  }

  /** Chooses an argument that may be left out. */
  @SuppressWarnings("overloads") // why: an accessor's return type says which one is meant
  public <V> OptionalTarget<I, O, V> arg(OptionalComponent<I, V> component) {
    return new OptionalTarget<>(this, announced(ComponentName.of(component)));
  }

  /** Guidance, resources, a timeout and what else a step can have. */
  public TypedStep<I, O> with(StepOption... options) {
    var unused = draft.with(options);
    return this;
  }

  /** What has to hold before it runs; else the run pauses, or the step is skipped. */
  public TypedStep<I, O> require(Requirement... requirements) {
    draft.requirements.addAll(List.of(requirements));
    return this;
  }

  /** What later steps read from. Call it last: it is bound to the name that the step has then. */
  public Output<O> output() {
    return new Output<>(draft.bindingName());
  }

  private String announced(String argument) {
    draft.announce(argument);
    return argument;
  }

  private TypedStep<I, O> map(String argument, DataSource source) {
    draft.argument(new ArgName(argument), source);
    return this;
  }

  /** An argument that waits for its source. */
  public static final class Target<I, O, V> {
    private final TypedStep<I, O> step;
    private final String argument;

    private Target(TypedStep<I, O> step, String argument) {
      this.step = step;
      this.argument = argument;
    }

    /** Where the value comes from. */
    public TypedStep<I, O> from(Source<? extends V> source) {
      return step.map(argument, source.dataSource());
    }
  }

  /** An argument that may be left out and waits for its source. */
  public static final class OptionalTarget<I, O, V> {
    private final TypedStep<I, O> step;
    private final String argument;

    private OptionalTarget(TypedStep<I, O> step, String argument) {
      this.step = step;
      this.argument = argument;
    }

    /** Where the value comes from. */
    public TypedStep<I, O> from(Source<? extends V> source) {
      return step.map(argument, source.dataSource());
    }

    /** Where the value comes from, which may be absent. */
    public TypedStep<I, O> from(OptionalSource<? extends V> source) {
      return step.map(argument, source.dataSource());
    }
  }
}
