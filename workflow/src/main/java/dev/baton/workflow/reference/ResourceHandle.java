package dev.baton.workflow.reference;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a resource of this server by its URI. Immutable, thread safe; equal by URI, and
 * prints as it.
 *
 * {@snippet file="dev/baton/workflow/ContentExamplesTest.java" region="handles"}
 */
public final class ResourceHandle {
  private final ResourceUri uri;

  private ResourceHandle(ResourceUri uri) {
    this.uri = uri;
  }

  /** The resource at this URI. */
  public static ResourceHandle of(ResourceUri uri) {
    return new ResourceHandle(uri);
  }

  /**
   * The same from a string.
   *
   * @throws IllegalArgumentException if it is no {@link ResourceUri}
   */
  public static ResourceHandle of(String uri) {
    return of(new ResourceUri(uri));
  }

  /** The resource's URI. */
  public ResourceUri uri() {
    return uri;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceHandle handle && uri.equals(handle.uri);
  }

  @Override
  public int hashCode() {
    return uri.hashCode();
  }

  /** The variables in its URI, which is a template where a workflow names it. */
  public Set<String> variables() {
    return new TextTemplate(uri().value()).variables();
  }

  @Override
  public String toString() {
    return uri.value();
  }
}
