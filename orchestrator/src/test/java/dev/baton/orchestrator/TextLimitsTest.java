package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts as long as they may be and longer, and changes that change nothing. */
class TextLimitsTest {
  private static final int LONGEST = 1_000_000;

  @TempDir Path directory;
  @AutoClose private TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void an_agent_understands_the_longest_prompt() {
    var attempt = baton.start("say " + "語".repeat(LONGEST - 4)).attemptId();

    var status = baton.awaitEnd(attempt);
    assertThat(status.attempt().state().name())
        .as("%s", status.attempt().state().failureSummary())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void a_longer_prompt_or_description_is_refused() {
    var attempt = baton.start("say hi").attemptId();
    baton.awaitEnd(attempt);
    var tooLong = "x".repeat(LONGEST + 1);

    assertThatThrownBy(() -> baton.start(tooLong))
        .hasMessage("prompt has 1000001 characters, but at most 1000000 are allowed")
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure ->
                assertThat(failure.hint())
                    .isEqualTo(
                        "Repeat the call with a shorter prompt; put long material into a file of"
                            + " the repository"));
    assertThatThrownBy(() -> baton.orchestrator().followUps().queue(caller(), to(attempt, tooLong)))
        .hasMessage("prompt has 1000001 characters, but at most 1000000 are allowed");
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .board()
                    .createTask(
                        caller(),
                        new NewBoardTask(baton.projectId(), "Long", Optional.of(tooLong))))
        .hasMessage("description has 1000001 characters, but at most 1000000 are allowed");
  }

  @Test
  void a_change_that_changes_nothing_leaves_the_time_of_the_last_change() {
    var id = baton.task("Same");
    var before = baton.orchestrator().board().loadTask(id).task();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Instant.now().isAfter(before.updatedAt().plusMillis(1)));

    var nothing = BoardTaskChange.of(id);
    var same =
        BoardTaskChange.of(id).withTitle("Same").withDescription("").withStatus(before.status());

    assertThat(baton.orchestrator().board().changeTask(nothing).task()).isEqualTo(before);
    assertThat(baton.orchestrator().board().changeTask(same).task()).isEqualTo(before);
    var other = BoardTaskChange.of(id).withTitle("Other");
    assertThat(baton.orchestrator().board().changeTask(other).task().updatedAt())
        .isAfter(before.updatedAt());
  }
}
