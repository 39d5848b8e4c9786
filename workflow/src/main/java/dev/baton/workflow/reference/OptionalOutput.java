package dev.baton.workflow.reference;

/**
 * A field of a step's output that may be absent, with its Java type; it goes only into optional
 * components. Immutable, thread safe.
 */
public final class OptionalOutput<V> extends OptionalSource<V> implements StepValue<V> {
  private final DataSource.StepOutput output;

  OptionalOutput(DataSource.StepOutput output) {
    super(output);
    this.output = output;
  }

  @Override
  public DataSource.StepOutput stepOutput() {
    return output;
  }
}
