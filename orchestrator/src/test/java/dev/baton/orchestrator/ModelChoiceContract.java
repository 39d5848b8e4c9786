package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.followup.AttemptTurns.ShownTurn;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How models are chosen turn by turn, whichever database is underneath. */
abstract class ModelChoiceContract {
  private static final ModelChoice QUICK =
      new ModelChoice(Optional.of("quick"), Optional.of("low"));
  private static final ModelChoice CAREFUL = ModelChoice.ofModel("careful");

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  ModelChoiceContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID start(String script, ModelChoice choice) {
    var attempt =
        baton
            .orchestrator()
            .attemptStarts()
            .start(
                caller(),
                new NewAttempt(
                    baton.task("Choose"),
                    FAKE,
                    Optional.empty(),
                    List.of(),
                    Optional.of(script),
                    false,
                    choice));
    return attempt.attemptId();
  }

  private static FollowUp followUp(UUID id, ModelChoice choice) {
    return new FollowUp(FollowUpTarget.attempt(id), "model", Optional.empty(), choice, List.of());
  }

  private List<ModelChoice> turns(UUID id) {
    return baton
        .orchestrator()
        .turns()
        .list(
            id,
            new PageRequest(PageLimit.items(50), Optional.empty(), "turns of " + id),
            PageView.<ShownTurn>plain())
        .items()
        .stream()
        .map(shown -> shown.turn().choice())
        .toList();
  }

  private List<String> said(UUID id) {
    return baton.log(id, LogChannel.NORMALIZED).stream()
        .filter(entry -> entry.type().equals("assistant_message"))
        .map(LogEntry::content)
        .toList();
  }

  @Test
  void each_turn_has_its_own_model_also_after_a_restart_and_when_it_is_done_again() {
    var id = start("model", QUICK);
    baton.awaitEnd(id);
    assertThat(said(id)).containsExactly("model quick, effort low");

    baton.orchestrator().followUps().send(caller(), followUp(id, CAREFUL));
    baton.awaitEnd(id);
    baton.orchestrator().followUps().send(caller(), followUp(id, ModelChoice.NONE));
    baton.awaitEnd(id);
    assertThat(said(id))
        .containsExactly(
            "model quick, effort low", "model careful, effort none", "model none, effort none");

    baton.restart();
    baton
        .orchestrator()
        .turns()
        .retry(
            new RetryRequest(
                id,
                1,
                Optional.of("model"),
                Optional.empty(),
                new ModelChoice(Optional.empty(), Optional.of("high")),
                Optional.empty(),
                List.of(),
                false));
    baton.awaitEnd(id);
    assertThat(said(id)).last().isEqualTo("model careful, effort high");
    assertThat(turns(id).reversed())
        .containsExactly(
            QUICK,
            CAREFUL,
            ModelChoice.NONE,
            new ModelChoice(Optional.of("careful"), Optional.of("high")));
  }

  @Test
  void a_message_that_waits_keeps_its_model_over_a_restart() {
    var id = start("sleep 1\nmodel", ModelChoice.NONE);
    baton.orchestrator().followUps().queue(caller(), followUp(id, QUICK));
    baton.restart();
    baton.awaitEnd(id);
    assertThat(said(id)).containsExactly("model none, effort none", "model quick, effort low");
  }

  @Test
  void what_an_executor_does_not_take_is_refused_with_what_it_takes() {
    assertThatThrownBy(() -> start("model", ModelChoice.ofModel("quik")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code().wireName()).isEqualTo("invalid_argument");
              assertThat(failure)
                  .hasMessage("Executor FAKE_AGENT has no model 'quik'; did you mean 'quick'?");
              assertThat(failure.hint())
                  .isEqualTo("Repeat the call without model, or with one of: quick, careful");
              assertThat(failure.details().toString()).contains("careful");
            });
    var id = start("model", ModelChoice.NONE);
    baton.awaitEnd(id);
    var wrong = new ModelChoice(Optional.empty(), Optional.of("huge"));
    assertThatThrownBy(() -> baton.orchestrator().followUps().send(caller(), followUp(id, wrong)))
        .hasMessage("Executor FAKE_AGENT has no effort 'huge'");
    assertThatThrownBy(() -> baton.orchestrator().followUps().queue(caller(), followUp(id, wrong)))
        .hasMessage("Executor FAKE_AGENT has no effort 'huge'");
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .turns()
                    .retry(
                        new RetryRequest(
                            id,
                            0,
                            Optional.empty(),
                            Optional.empty(),
                            wrong,
                            Optional.empty(),
                            List.of(),
                            false)))
        .hasMessage("Executor FAKE_AGENT has no effort 'huge'");
    assertThat(turns(id)).containsExactly(ModelChoice.NONE);
  }
}
