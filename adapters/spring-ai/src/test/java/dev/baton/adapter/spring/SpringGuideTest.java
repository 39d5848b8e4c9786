package dev.baton.adapter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SpringGuideTest {
  private static final Path PROGRAM =
      Path.of("src/test/java/dev/baton/adapter/spring/NotebookApplication.java");

  @Test
  void the_guide_shows_the_code_of_the_server_under_test() throws IOException {
    assertThat(Files.readString(Path.of("../../docs/stock-servers.md"))).contains(region());
  }

  private static String region() throws IOException {
    var source = Files.readString(PROGRAM);
    var start = source.indexOf('\n', source.indexOf("// @start region=\"workflows\"")) + 1;
    return source
        .substring(start, source.indexOf("  // @end", start))
        .stripTrailing()
        .lines()
        .map(line -> line.isEmpty() ? "\n" : line.substring(2) + "\n")
        .collect(Collectors.joining());
  }
}
