package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeTest {
  @TempDir Path directory;

  @Test
  void thin() throws Exception {
    try (var desk = new Desk(RealAgent.CLAUDE, directory)) {
      var attempt = desk.start("DEFAULT", ModelScript.of("write b.txt hello"));
      desk.awaitSuccess(attempt);
      assertThat(desk.changed(attempt)).containsExactly("b.txt");
      desk.baton().call("merge_attempt", Desk.of(attempt));
      assertThat(desk.repo().resolve("b.txt")).hasContent("hello");
    }
  }
}
