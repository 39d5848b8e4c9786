package dev.baton.workflow.reference;

import java.io.Serializable;

/** A component of a record, written as a method reference such as {@code Deploy::region}. */
@FunctionalInterface
public interface Component<R, V> extends Serializable {
  V of(R record);
}
