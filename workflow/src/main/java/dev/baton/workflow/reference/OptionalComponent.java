package dev.baton.workflow.reference;

import java.io.Serializable;
import java.util.Optional;

/**
 * An optional component of a record, written as a method reference such as {@code Deploy::note}.
 */
@FunctionalInterface
public interface OptionalComponent<R, V> extends Serializable {
  Optional<V> of(R record);
}
