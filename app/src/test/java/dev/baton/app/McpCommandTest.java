package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class McpCommandTest {
  private static Optional<Path> directory(String... args) {
    return McpCommand.plainlyAskedFor(args, Map.of("BATON_HOME", "/from/the/environment"))
        .map(DataDirectory::path);
  }

  @Test
  void what_clients_start_is_read_without_the_library_of_the_command_line() {
    assertThat(directory("mcp")).contains(Path.of("/from/the/environment"));
    assertThat(directory("mcp", "--data-dir", "/named")).contains(Path.of("/named"));
  }

  @Test
  void everything_else_is_left_to_the_library() {
    assertThat(directory()).isEmpty();
    assertThat(directory("serve")).isEmpty();
    assertThat(directory("mcp", "--help")).isEmpty();
    assertThat(directory("mcp", "--data-dir")).isEmpty();
    assertThat(directory("mcp", "--data-dir=/named")).isEmpty();
    assertThat(directory("mcp", "--data-dir", "/named", "more")).isEmpty();
  }
}
