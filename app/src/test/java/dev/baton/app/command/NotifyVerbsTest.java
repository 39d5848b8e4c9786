package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.notice.TestReceiver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told of what happens, from the configuration to the receiver, and on the command line. */
@Tag("slow")
class NotifyVerbsTest {
  @TempDir Path directory;
  @AutoClose TestReceiver receiver;
  @AutoClose BoardFixture board;

  @BeforeEach
  void open() throws Exception {
    receiver = new TestReceiver();
    var data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(
        data.resolve("config.yaml"),
        """
        notify:
          here:
            kind: slack
            url: %1$s
            private_hosts: [127.0.0.1]
            events: [task.created]
          inside:
            kind: webhook
            url: %1$s
        """
            .formatted(receiver.url()));
    board = BoardFixture.in(directory);
  }

  private Program.Ended baton(String... words) {
    return Cli.run(Map.of("BATON_HOME", board.data().path().toString()), words);
  }

  @Test
  void receivers_are_listed_tested_and_told() throws Exception {
    assertThat(baton("notify", "list").out())
        .contains("here", "slack", "new", "inside")
        .containsPattern("inside +webhook +new +no ")
        .containsPattern("here +slack +new +0 ");

    var tested = baton("notify", "test", "here");
    assertThat(tested.code()).as(tested.err()).isZero();
    assertThat(receiver.heard().getLast().json().path("text").asString())
        .contains("This is a test of 'here'");
    assertThat(baton("notify", "test", "inside").err())
        .contains("did not take the test", "inside this machine or a private network");
    assertThat(baton("notify", "test", "her").err()).contains("There is no receiver 'her'", "here");

    board
        .client()
        .call("create_task", Json.object().put("project_id", board.project()).put("title", "Told"));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(receiver.heard().getLast().json().path("text").asString())
                    .isEqualTo("*test #1 Told*\nTask was added: Told"));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(baton("notify", "list").out()).contains("ok"));
    assertThat(baton("notify", "list", "--json").out()).doesNotContain("/hook");

    Files.writeString(
        board.data().path().resolve("config.yaml"),
        """
        notify:
          there: {kind: discord, url: %s, private_hosts: [127.0.0.1], events: [task.deleted]}
        """
            .formatted(receiver.url()));
    tested = baton("notify", "test", "there");
    assertThat(tested.code()).as(tested.err()).isZero();
    assertThat(receiver.heard().getLast().json().path("content").asString())
        .contains("This is a test of 'there'");
    assertThat(baton("notify", "list").out()).contains("there", "discord").doesNotContain("slack");
  }
}
