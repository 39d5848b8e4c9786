package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a tool by its name. Immutable, thread safe; equal by name alone, and prints as it.
 *
 * <p>It carries no schema, because the server's registry is the one source of truth. The type
 * parameters are the records that the tool takes and gives, for the compiler alone.
 *
 * {@snippet file="dev/baton/workflow/ContentExamplesTest.java" region="handles"}
 */
// why: nothing in here has these types; a step that uses the handle is checked against them
@SuppressWarnings("UnusedTypeParameter")
public final class ToolHandle<I, O> {
  private final String name;

  private ToolHandle(String name) {
    this.name = NameRule.check("tool name", name);
  }

  /** The tool of this name; the types say which records it takes and gives. */
  public static <I, O> ToolHandle<I, O> named(String name) {
    return new ToolHandle<>(name);
  }

  /** The tool's name. */
  public String name() {
    return name;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ToolHandle<?, ?> handle && name.equals(handle.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
