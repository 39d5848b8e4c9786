package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Main;
import dev.baton.app.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verb costs little more than the start of Java and the question. */
class QuickVerbTest {
  @TempDir private Path directory;

  @Test
  void it_looks_for_nothing_in_every_library() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.awaitEnd(board.attempt("Add a discount", "say hello"));
      for (var verb : List.of("--version", "task list", "attempt list", "costs", "events")) {
        var loaded = directory.resolve("loaded");
        try (var program =
            Program.start(
                Program.javaCommand(
                    List.of("-Xlog:class+load:file=" + loaded), Main.class, verb.split(" ")),
                Map.of("BATON_HOME", board.data().toString(), "TZ", "Europe/Oslo"))) {
          var ended = program.await();
          assertThat(ended.code()).as(ended.err()).isZero();
          assertThat(ended.out()).isNotBlank();
        }

        assertThat(Files.readString(loaded))
            .as("what Java looks for extensions with, in '%s'", verb)
            .contains("dev.baton.app.command.QuickVerb ")
            .doesNotContain("java.util.ServiceLoader$LazyClassPathLookupIterator");
      }
    }
  }
}
