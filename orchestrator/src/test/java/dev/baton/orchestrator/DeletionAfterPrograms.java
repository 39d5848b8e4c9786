package dev.baton.orchestrator;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirDeletionStrategy;

/**
 * Deletes the directory of a test when nothing works in it any more: agents outlive their server,
 * and would write into what is being deleted. {@code junit-platform.properties} names it for all
 * tests that have it on their path.
 */
public final class DeletionAfterPrograms implements TempDirDeletionStrategy {
  @Override
  public DeletionResult delete(
      Path directory, AnnotatedElementContext element, ExtensionContext test) throws IOException {
    LivePrograms.endBelow(directory);
    return Standard.INSTANCE.delete(directory, element, test);
  }
}
