package dev.baton.workflow.reference;

import dev.baton.workflow.WorkflowDsl;

/**
 * Where a value of a Java type comes from; what the {@linkplain WorkflowDsl DSL} makes. Immutable,
 * thread safe.
 *
 * <p>The type is for the compiler alone. A source of which nobody knows the type is a {@code
 * Source<?>}: it goes into arguments that are named by a string, and into no typed one.
 */
// why: nothing in here has this type; a typed argument is checked against it
@SuppressWarnings("UnusedTypeParameter")
public sealed class Source<V> permits Output {
  private final DataSource dataSource;

  public Source(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The same in the words of the model. */
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public String toString() {
    return dataSource.toString();
  }
}
