package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody finds a server any more whose data directory was deleted. */
@Tag("slow")
class GoneDirectoryTest {
  @TempDir private Path directory;

  private static void delete(Path tree) throws IOException {
    try (var found = Files.walk(tree)) {
      for (var path : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  @Timeout(60)
  void a_server_whose_data_directory_was_deleted_ends() throws Exception {
    var data = directory.resolve("data");
    try (var serve =
        Program.baton("serve", "--port", "0", "--json", "--data-dir", data.toString())) {
      serve.line();
      delete(data);

      var ended = serve.awaitWithOpenInput();

      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.err())
          .contains("baton: The data directory %s is gone, so its server ends.".formatted(data));
    }
  }
}
