package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that scripts, {@code nohup} and schedulers start, which ignore some signals. */
@Tag("slow")
class IgnoredSignalsTest {
  @TempDir Path directory;

  @Test
  void the_agents_of_a_server_that_ignores_interrupts_can_be_asked_to_stop() throws Exception {
    assertAgentEndsItsTurn(System.getenv("PATH"));
  }

  @Test
  void they_can_also_where_env_does_not_give_signals_back() throws Exception {
    var programs = Files.createDirectory(directory.resolve("programs"));
    var env = Files.writeString(programs.resolve("env"), "#!/bin/sh\nexit 125\n");
    assertThat(env.toFile().setExecutable(true)).isTrue();
    assertAgentEndsItsTurn(programs + ":" + System.getenv("PATH"));
  }

  private void assertAgentEndsItsTurn(String path) throws Exception {
    UUID task;
    try (var baton = TestBaton.in(directory)) {
      task = baton.task("Wait");
    }
    UUID attempt;
    try (var server = KilledServer.startDeaf(directory, path)) {
      assertThat(server.output().readLine()).isEqualTo(KilledServer.READY);
      attempt = answer(server, "start", task, "say ready|hang");
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(this::agentIsReady);
      answer(server, "stop", attempt, "-");
    }
    try (var baton = TestBaton.again(directory)) {
      assertThat(baton.status(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.FAILED);
      assertThat(baton.status(attempt).latestProcess().orElseThrow().exitCode()).contains(130);
      assertThat(baton.log(attempt, LogChannel.RAW))
          .extracting(LogEntry::content)
          .anyMatch(line -> line.contains("interrupted"));
    }
  }

  /** Whether the agent has said so in its own file; before that it does not hear interrupts. */
  private boolean agentIsReady() throws IOException {
    for (var file : LivePrograms.files(directory, "stdout")) {
      if (Files.readString(file).contains("ready")) {
        return true;
      }
    }
    return false;
  }

  private static UUID answer(KilledServer server, String verb, UUID id, String script)
      throws IOException {
    server.ask("%s\t%s\t%s\t%s".formatted(verb, verb, id, script));
    var words = server.output().readLine().split("\t", -1);
    assertThat(words).hasSize(3).contains("ok");
    return UUID.fromString(words[2]);
  }
}
