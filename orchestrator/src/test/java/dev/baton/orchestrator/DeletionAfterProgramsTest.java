package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletionAfterProgramsTest {
  @TempDir private Path directory;

  /** The directory could not be deleted if the program went on. */
  @Test
  void what_a_test_leaves_running_ends_with_its_directory() throws IOException {
    var program =
        new ProcessBuilder("sh", "-c", "while :; do : > $$.a; : > $$.b; rm -f $$.*; done")
            .directory(directory.toFile())
            .start();

    await().until(() -> !LivePrograms.below(directory).isEmpty());
    assertThat(program.isAlive()).isTrue();
  }
}
