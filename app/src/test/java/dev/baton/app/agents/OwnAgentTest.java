package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that the user has configured: any command that speaks the Agent Client Protocol. */
@Timeout(180)
@Tag("slow")
class OwnAgentTest {
  private static final String EXECUTOR = "MY_AGENT";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private Desk deskWithOurs() throws Exception {
    var settings = Json.object().put("kind", "acp");
    settings.set(
        "command",
        Json.strings(
            Program.javaCommand(
                List.of(), OwnAgentProgram.class, directory.resolve("conversations").toString())));
    return new Desk(EXECUTOR, settings, directory);
  }

  @Test
  void gemini_cli_works_as_a_command_of_the_user() throws Exception {
    try (var desk = Desk.withOwn(RealAgent.GEMINI, EXECUTOR, directory)) {
      // why no second turn: within a minute Gemini CLI empties its own conversation
      var attempt = desk.start("APPROVALS", ModelScript.of("write first.txt hello"));
      var question = desk.awaitQuestion(attempt);
      assertThat(question.path("summary").asString("")).contains("first.txt");
      desk.approve(question);
      desk.awaitSuccess(attempt);
      assertThat(desk.changed(attempt)).containsExactly("first.txt");

      desk.baton().call("merge_attempt", Desk.of(attempt));
      assertThat(desk.repo().resolve("first.txt")).hasContent("hello");
    }
  }

  @Test
  void any_program_goes_on_with_its_conversation_is_stopped_and_merged() throws Exception {
    try (var desk = deskWithOurs()) {
      var attempt =
          desk.start("DEFAULT", "write first.txt hello\nwrite ../../out.txt no\nnever said");
      desk.awaitSuccess(attempt);
      assertThat(desk.changed(attempt)).containsExactly("first.txt");
      assertThat(desk.words(attempt)).doesNotContain("never said");

      desk.followUp(attempt, "recall");
      desk.awaitSuccess(attempt);
      assertThat(desk.words(attempt)).contains("turn 2");

      desk.followUp(attempt, "I wait\nuntil /nowhere");
      await().atMost(PATIENCE).until(() -> desk.words(attempt).contains("I wait"));
      desk.baton().call("stop_attempt", Desk.of(attempt));
      assertThat(desk.awaitFailure(attempt)).startsWith("stopped");

      desk.followUp(attempt, "NO_CONTEXT", "recall");
      desk.awaitSuccess(attempt);
      assertThat(desk.words(attempt)).isEqualToIgnoringWhitespace("turn 1");
      desk.baton().call("merge_attempt", Desk.of(attempt));
      assertThat(desk.repo().resolve("first.txt")).hasContent("hello");
    }
  }

  @Test
  void a_denial_is_not_forgotten_when_the_server_dies() throws Exception {
    try (var desk = deskWithOurs()) {
      var go = directory.resolve("go");
      var attempt = desk.start("APPROVALS", "write asked.txt hello");
      desk.baton().crashAndStartAgain();
      desk.deny(desk.awaitQuestion(attempt), "it is Sunday\nuntil %s\nI heard it".formatted(go));
      await().atMost(PATIENCE).until(() -> desk.words(attempt).contains("it is Sunday"));

      desk.baton().crashAndStartAgain();
      Files.createFile(go);

      desk.awaitSuccess(attempt);
      assertThat(desk.words(attempt)).contains("I heard it", "Go on without it.");
      assertThat(desk.changed(attempt)).isEmpty();
    }
  }
}
