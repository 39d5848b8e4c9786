package dev.baton.workflow.internal.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts that are pinned in files; with {@code -Dbaton.golden.write=true} they are written anew. */
final class Golden {
  private static final Path FILES =
      Path.of("src/test/resources/dev/baton/workflow/internal/narrative");

  private Golden() {}

  static void check(String name, String text) {
    var file = FILES.resolve(name);
    try {
      if (Boolean.getBoolean("baton.golden.write")) {
        Files.writeString(file, text);
      }
      assertThat(text).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
