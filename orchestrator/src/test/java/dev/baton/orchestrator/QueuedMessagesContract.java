package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued.QueuedMessage;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.FollowUps;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Single messages of a queue, whichever database is underneath. */
abstract class QueuedMessagesContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  QueuedMessagesContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private void stop(UUID attempt) {
    baton.orchestrator().attempts().stop(attempt, true);
  }

  private FollowUps followUps() {
    return baton.orchestrator().followUps();
  }

  private UUID queue(UUID attempt, String prompt) {
    return followUps().queue(caller(), to(attempt, prompt)).queue().getLast().queuedId();
  }

  private List<String> waiting(UUID attempt) {
    return followUps().listQueued(attempt).stream().map(QueuedMessage::promptPreview).toList();
  }

  @Test
  void one_message_is_removed_and_the_others_keep_their_order() {
    var attempt = baton.start("sleep 600").attemptId();
    queue(attempt, "say one");
    var second = queue(attempt, "say two");
    queue(attempt, "say three");

    var cancelled = followUps().cancel(FollowUpTarget.attempt(attempt), second);

    assertThat(cancelled.cancelled()).isEqualTo(1);
    assertThat(cancelled.queue())
        .extracting(QueuedMessage::promptPreview)
        .containsExactly("say one", "say three");
    assertThat(waiting(attempt)).containsExactly("say one", "say three");
    assertThatThrownBy(() -> followUps().cancel(FollowUpTarget.attempt(attempt), second))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.NOT_FOUND);
              assertThat(failure).hasMessageEndingWith("it was sent or removed");
            });
    stop(attempt);
  }

  @Test
  void without_its_last_message_a_queue_is_not_held() {
    var attempt = baton.start("sleep 600").attemptId();
    var only = queue(attempt, "say one");
    baton.orchestrator().attempts().stop(attempt, false);
    assertThat(baton.status(attempt).isQueueHeld()).isTrue();

    assertThat(followUps().cancel(FollowUpTarget.attempt(attempt), only).queue()).isEmpty();

    assertThat(baton.status(attempt).attempt().isQueueHeld()).isFalse();
  }

  @Test
  void a_message_sent_now_stops_the_turn_and_goes_before_the_others() {
    var attempt = baton.start("say zero", "sleep 600").attemptId();
    queue(attempt, "say one");
    queue(attempt, "say two");
    var third = queue(attempt, "say three");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> baton.messages(attempt, Role.ASSISTANT).contains("zero"));

    var sent = followUps().sendQueued(caller(), FollowUpTarget.attempt(attempt), third);

    assertThat(sent.executionProcessId()).isPresent();
    baton.awaitEnd(attempt);
    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .containsExactly("zero", "three", "one", "two");
    assertThat(waiting(attempt)).isEmpty();
  }

  @Test
  void a_held_message_sent_now_lets_the_queue_go_on() {
    var attempt = baton.start("sleep 600").attemptId();
    queue(attempt, "say one");
    var second = queue(attempt, "say two");
    baton.orchestrator().attempts().stop(attempt, false);

    var sent = followUps().sendQueued(caller("key"), FollowUpTarget.attempt(attempt), second);
    baton.awaitEnd(attempt);
    var again = followUps().sendQueued(caller("key"), FollowUpTarget.attempt(attempt), second);

    assertThat(again).isEqualTo(sent);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("two", "one");
    assertThatThrownBy(
            () -> followUps().sendQueued(caller(), FollowUpTarget.attempt(attempt), second))
        .hasMessageEndingWith("it was sent or removed");
  }

  @Test
  void a_message_of_another_attempt_is_not_touched() {
    var attempt = baton.start("sleep 600").attemptId();
    var other = baton.start("sleep 600").attemptId();
    var message = queue(attempt, "say one");

    assertThatThrownBy(
            () -> followUps().sendQueued(caller(), FollowUpTarget.attempt(other), message))
        .isInstanceOf(ToolFailure.class);
    assertThatThrownBy(() -> followUps().cancel(FollowUpTarget.attempt(other), message))
        .isInstanceOf(ToolFailure.class);

    assertThat(waiting(attempt)).containsExactly("say one");
    assertThat(baton.status(other).attempt().isRunning()).isTrue();
    stop(attempt);
    stop(other);
  }
}
