package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;

/**
 * Whatever is done to an attempt in whatever order, its state, its queue and what its agent heard
 * are those of a simple model, and at most one agent runs.
 */
@Tag("slow")
class AttemptModelTest {
  /** What can be done. Each turn of the agent asks a question, and ends when it is answered. */
  enum Step {
    SUCCEED,
    FAIL,
    SEND,
    QUEUE,
    CANCEL,
    STOP,
    RESTART
  }

  private static final Generator<List<Step>> STEPS =
      Generator.of(
              Step.SUCCEED,
              Step.SUCCEED,
              Step.SUCCEED,
              Step.FAIL,
              Step.SEND,
              Step.QUEUE,
              Step.QUEUE,
              Step.QUEUE,
              Step.CANCEL,
              Step.STOP,
              Step.RESTART)
          .commands(6, 16);

  @Property(tries = 6)
  void an_attempt_is_as_its_model_says(Given given) throws Exception {
    var steps = given.any(STEPS);
    var directory = Files.createTempDirectory("model");
    try (var baton = TestBaton.in(directory)) {
      new Life(baton, directory).live(steps);
    } finally {
      assertThat(new ProcessBuilder("rm", "-rf", directory.toString()).start().waitFor()).isZero();
    }
  }

  private static final class Life {
    private static final Optional<String> VARIANT = Optional.of("APPROVALS");

    private final TestBaton baton;
    private final Path directory;
    private final AttemptModel model;
    private final UUID attempt;
    private int messages;

    Life(TestBaton baton, Path directory) {
      this.baton = baton;
      this.directory = directory;
      var first = nextMessage();
      model = new AttemptModel(first);
      attempt =
          baton
              .orchestrator()
              .attemptStarts()
              .start(
                  caller(),
                  new NewAttempt(
                      baton.task("Model"), TestBaton.FAKE, VARIANT, List.of(), Optional.of(first)))
              .attemptId();
    }

    private String nextMessage() {
      return "ask for " + messages++;
    }

    void live(List<Step> steps) throws IOException {
      assertAsModel();
      for (var step : steps) {
        take(step);
        assertAsModel();
      }
      if (model.isRunning()) {
        take(Step.STOP);
      }
      assertAsModel();
      LivePrograms.awaitNoneBelow(directory);
    }

    private void take(Step step) throws IOException {
      switch (step) {
        case SUCCEED -> succeed();
        case FAIL -> fail();
        case SEND -> send();
        case QUEUE -> queue();
        case CANCEL -> cancel();
        case STOP -> stop();
        case RESTART -> baton.restart();
      }
    }

    private void succeed() {
      if (model.isRunning()) {
        var question = baton.status(attempt).pendingApprovals().getFirst().id();
        baton
            .orchestrator()
            .approvals()
            .respond(new ApprovalResponse(question, ApprovalDecision.APPROVE, Optional.empty()));
        model.succeed();
      }
    }

    private void fail() throws IOException {
      if (model.isRunning()) {
        LivePrograms.kill(LivePrograms.agents(directory).getFirst(), messages % 2 == 0);
        model.fail();
      }
    }

    private FollowUp to(String message) {
      return new FollowUp(FollowUpTarget.attempt(attempt), message, VARIANT);
    }

    private void send() {
      var message = nextMessage();
      if (model.isRunning()) {
        var refused =
            Assertions.catchThrowableOfType(
                ToolFailure.class,
                () -> baton.orchestrator().followUps().send(caller(), to(message)));
        assertThat(refused.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
      } else {
        baton.orchestrator().followUps().send(caller(), to(message));
        model.send(message);
      }
    }

    private void queue() {
      var message = nextMessage();
      var answer = baton.orchestrator().followUps().queue(caller(), to(message));
      assertThat(answer.executionProcessId().isPresent()).isEqualTo(!model.isRunning());
      model.queue(message);
      assertThat(answer.queue())
          .extracting(FollowUpQueued.QueuedMessage::promptPreview)
          .isEqualTo(model.queued());
    }

    private void cancel() {
      assertThat(
              baton.orchestrator().followUps().cancel(FollowUpTarget.attempt(attempt)).cancelled())
          .isEqualTo(model.cancel());
    }

    private void stop() {
      var stopped = baton.orchestrator().attempts().stop(attempt, messages % 2 == 0);
      if (model.isRunning()) {
        assertThat(stopped.stopped()).isPositive();
        model.fail();
      }
      assertThat(stopped.state()).isEqualTo(model.state());
    }

    /** The agent is where it shall be: at its question, or gone. */
    private void assertAsModel() throws IOException {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(10))
          .until(this::isSettled);
      var status = baton.status(attempt);
      assertThat(status.attempt().state().name()).isEqualTo(model.state());
      assertThat(status.queueLength()).isEqualTo(model.queued().size());
      assertThat(status.isQueueHeld()).isEqualTo(model.isHeld());
      assertThat(baton.messages(attempt, Role.USER)).isEqualTo(model.heard());
      assertThat(LivePrograms.agents(directory)).hasSize(model.isRunning() ? 1 : 0);
    }

    private boolean isSettled() {
      var status = baton.status(attempt);
      return model.isRunning()
          ? status.needsInput() && baton.messages(attempt, Role.USER).equals(model.heard())
          : status.attempt().state().name() != AttemptState.Name.RUNNING;
    }
  }
}
