package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Qwen Code, by the Agent Client Protocol: a short walk, since Gemini CLI takes the long one. */
@Timeout(180)
@Tag("slow")
class QwenTest {
  @TempDir private Path directory;

  @Test
  void it_makes_a_file_goes_on_asks_and_is_merged() throws Exception {
    try (var desk = new Desk(RealAgent.QWEN, directory)) {
      var attempt = desk.start("DEFAULT", ModelScript.of("write first.txt hello"));
      var status = desk.awaitSuccess(attempt);
      assertThat(desk.changed(attempt)).containsExactly("first.txt");
      assertThat(status.path("usage").path("input_tokens").asInt(0)).isEqualTo(200);

      desk.followUp(attempt, "APPROVALS", ModelScript.of("write second.txt again"));
      desk.approve(desk.awaitQuestion(attempt));
      desk.awaitSuccess(attempt);
      var asked = desk.model().requestsWith("second.txt again").getFirst();
      assertThat(asked.mentions("first.txt hello")).isTrue();

      desk.baton().call("merge_attempt", Desk.of(attempt));
      assertThat(desk.repo().resolve("first.txt")).hasContent("hello");
      assertThat(desk.repo().resolve("second.txt")).hasContent("again");
    }
  }
}
