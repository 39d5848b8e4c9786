package dev.baton.workflow.reference;

import dev.baton.workflow.internal.ComponentName;
import java.util.List;
import java.util.Optional;

/**
 * The output of a step, or a field of it, with its Java type. It exists only after the step, so a
 * step cannot read what comes later. Immutable, thread safe.
 *
 * {@snippet file="dev/baton/workflow/TypedExamplesTest.java" region="typed"}
 */
public final class Output<V> extends Source<V> implements StepValue<V> {
  private final BindingName binding;
  private final String path;

  /** The whole output that has this name. */
  public Output(BindingName binding) {
    this(binding, "");
  }

  /** A field of it. */
  public Output(BindingName binding, FieldPath field) {
    this(binding, field.value());
  }

  private Output(BindingName binding, String path) {
    super(toDataSource(binding, path));
    this.binding = binding;
    this.path = path;
  }

  /** A component of the record that this is. */
  @SuppressWarnings("overloads") // why: an accessor's return type says which one is meant
  public <W> Output<W> field(Component<V, W> component) {
    return new Output<>(binding, join(ComponentName.of(component)));
  }

  /** A component that may be absent; it goes only where something may be absent. */
  @SuppressWarnings("overloads") // why: an accessor's return type says which one is meant
  public <W> OptionalOutput<W> field(OptionalComponent<V, W> component) {
    return new OptionalOutput<>(toDataSource(binding, join(ComponentName.of(component))));
  }

  /** An element of a component that is a list. */
  public <E> Output<E> element(Component<V, List<E>> component, int index) {
    return new Output<>(binding, join(ComponentName.of(component)) + "." + index);
  }

  @Override
  public DataSource.StepOutput stepOutput() {
    return toDataSource(binding, path);
  }

  private String join(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static DataSource.StepOutput toDataSource(BindingName binding, String path) {
    return new DataSource.StepOutput(
        binding, path.isEmpty() ? Optional.empty() : Optional.of(new FieldPath(path)));
  }
}
