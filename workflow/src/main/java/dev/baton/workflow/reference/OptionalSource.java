package dev.baton.workflow.reference;

/**
 * Where a value of a Java type comes from that may be absent: an optional prompt argument, or an
 * optional component of a step's output. It goes only into optional components. Immutable, thread
 * safe.
 */
// why: nothing in here has this type; a typed argument is checked against it
@SuppressWarnings("UnusedTypeParameter")
public sealed class OptionalSource<V> permits OptionalOutput {
  private final DataSource dataSource;

  public OptionalSource(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The same in the words of the model. */
  public DataSource dataSource() {
    return dataSource;
  }
}
