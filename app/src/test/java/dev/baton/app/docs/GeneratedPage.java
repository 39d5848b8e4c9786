package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Repository;
import java.io.IOException;
import java.nio.file.Files;

/** A file of the documentation that is made from the program. */
final class GeneratedPage {
  private GeneratedPage() {}

  /** Fails if the file is not what the program says; {@code tools/write-docs} writes it anew. */
  static void check(String file, String content) throws IOException {
    var page = Repository.root().resolve(file);
    if (Boolean.getBoolean("baton.docs.write")) {
      Files.writeString(page, content);
    }
    assertThat(page)
        .as("%s is made from the program; run tools/write-docs to make it anew", file)
        .hasContent(content);
  }
}
