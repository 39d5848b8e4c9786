package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.AttemptRules.TimeLimits;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.ingest.InputLines;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.turn.AttemptInterruption;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import dev.baton.task.MovableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Who was taken for dead writes nothing over its successor, whichever database is underneath. */
abstract class TakenOverContract {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  private final MovableClock clock = MovableClock.running();
  String address = "";
  TestBaton baton;
  Database database;
  Store store;

  TakenOverContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    address = databases.newAddress();
    baton = TestBaton.in(directory, address, this::limited, TakenOverContract::resolving);
    database = databases.open(address);
    store = Store.open(database);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private OrchestratorSetup limited(OrchestratorSetup setup) {
    var limits =
        new TimeLimits(Optional.of(Duration.ofHours(2)), Optional.empty(), Optional.empty());
    return setup.withClock(clock).withRules(AttemptRules.DEFAULT.withTimes(limits));
  }

  private static AgentCatalogue resolving(AgentCatalogue catalogue) {
    var agent = catalogue.find(TestBaton.FAKE).orElseThrow();
    return new AgentCatalogue(
        List.of(new ResolvingAgent(agent, new AtomicReference<>("write README.md both"))));
  }

  /** Somebody moves the attempt, and its server has not heard of it. */
  void takeOver(UUID attempt) {
    store.write(
        tables -> {
          tables.attempts().uproot(attempt, clock.instant());
          return attempt;
        });
  }

  /** As if nobody had, so that what still runs can be stopped. */
  private void giveBack(UUID attempt) {
    var node = baton.orchestrator().nodes().self();
    database.write(
        connection -> {
          try (var statement =
              connection.prepareStatement(
                  "update attempt set epoch = epoch - 1, node = ?, workspace_made = 1 where id"
                      + " = ?")) {
            statement.setString(1, node);
            statement.setString(2, attempt.toString());
            return statement.executeUpdate();
          }
        });
  }

  /** Has commits in a repository wait for the test. */
  private final class Hook {
    private final Path waits = directory.resolve("hook-waits");
    private final Path goesOn = directory.resolve("hook-goes-on");

    Hook(Path repository) throws IOException {
      var file = repository.resolve(".git/hooks/pre-commit");
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          "#!/bin/sh\ntouch '%s'\nwhile ! test -e '%s'; do sleep 0.05; done\n"
              .formatted(waits, goesOn));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    void await() {
      Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(waits));
    }

    /** Returns when what was committed has its commit, and whoever committed it is gone. */
    void letGoOn(Path worktree, String before) throws IOException {
      Files.createFile(goesOn);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> !git(worktree, "rev-parse", "HEAD").equals(before));
      baton.orchestrator().close();
    }
  }

  @Test
  void the_end_of_an_update_is_not_written() throws Exception {
    var id = baton.start("write README.md theirs").attemptId();
    baton.awaitEnd(id);
    var worktree = baton.status(id).workspacePath();
    Files.writeString(baton.repository().resolve("README.md"), "mine\n");
    git(baton.repository(), "commit", "--quiet", "-am", "Of the user");
    var hook = new Hook(baton.repository());
    var tip = git(worktree, "rev-parse", "HEAD");
    var target = store.read(tables -> tables.attempts().listRepos(id));
    baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(id, Optional.empty(), Optional.empty(), UpdateStrategy.REBASE, true));
    hook.await();

    takeOver(id);
    hook.letGoOn(worktree, tip);

    var update = store.read(tables -> tables.updates().find(id));
    assertThat(update).isPresent();
    var now = store.read(tables -> tables.attempts().listRepos(id));
    assertThat(now).isEqualTo(target);
  }

  @Test
  void nothing_is_said_of_a_commit() throws Exception {
    var id = baton.endedInTwoRepositories("say ready").attemptId();
    var root = baton.status(id).workspacePath();
    var hook = new Hook(baton.repository());
    var tip = git(root.resolve("repo"), "rev-parse", "HEAD");
    baton.orchestrator().followUps().send(caller(), to(id, "write repo/a.txt a"));
    hook.await();
    TestRepository.make(root.resolve("other/inside"), "a.txt", "a");
    var said = normalized(id);

    takeOver(id);
    hook.letGoOn(root.resolve("repo"), tip);

    baton = TestBaton.again(directory.resolve("reader"), address);
    assertThat(normalized(id)).isEqualTo(said);
  }

  private List<String> normalized(UUID attempt) {
    return baton.log(attempt, LogChannel.NORMALIZED).stream().map(LogEntry::content).toList();
  }

  @Test
  void the_turn_of_the_successor_is_not_stopped_by_a_time_limit() {
    var ours = baton.start("hang").attemptId();
    var taken = baton.start("say ready", "hang").attemptId();
    // why: one that says something after it was taken over is ended
    Awaitility.await().atMost(PATIENCE).until(() -> normalized(taken).contains("ready"));
    takeOver(taken);
    store.write(
        tables -> {
          var attempt = tables.attempts().find(taken).orElseThrow();
          tables.attempts().place(attempt, "elsewhere", directory);
          return attempt;
        });

    clock.advance(Duration.ofHours(3));
    assertThat(baton.awaitEnd(ours).attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);

    assertThat(store.read(tables -> tables.turns().findActive(taken)).flatMap(Turn::stopReason))
        .isEmpty();
    assertThat(store.read(tables -> tables.attempts().find(taken)).orElseThrow().isQueueHeld())
        .isFalse();
    giveBack(taken);
    baton.awaitEnd(taken);
  }

  @Test
  void an_answer_and_what_an_agent_was_told_are_not_noted() throws Exception {
    var id = asking();
    var question = baton.status(id).pendingApprovals().getFirst();
    var claim = new Claim(id, store.read(tables -> tables.attempts().find(id)).get().epoch());
    takeOver(id);

    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .approvals()
                    .respond(
                        new ApprovalResponse(
                            question.id(), ApprovalDecision.APPROVE, Optional.empty())))
        .hasMessageContaining("cannot be reached yet");
    var pending = store.read(tables -> tables.approvals().listPending(id));
    assertThat(pending).hasSize(1);
    assertThatThrownBy(() -> deliver(question.processId(), claim))
        .isInstanceOf(StaleClaimException.class);
    var unsent = store.read(tables -> tables.inputs().listPending(question.processId()));
    assertThat(unsent).hasSize(1);

    giveBack(id);
    baton.orchestrator().attempts().stop(id, true);
  }

  @Test
  void nobody_is_asked_any_more_what_a_program_asked_that_was_left_behind() throws Exception {
    var id = asking();
    // why undone: the agent, which goes nowhere, can be stopped then
    var undone = new IllegalStateException("undone");
    var pending = new ArrayList<Approval>();
    assertThatThrownBy(
            () ->
                store.write(
                    tables -> {
                      new AttemptInterruption(store, clock).endTurn(tables, id, "moved");
                      pending.addAll(tables.approvals().listPending(id));
                      throw undone;
                    }))
        .isSameAs(undone);
    assertThat(pending).isEmpty();
    assertThat(baton.status(id).pendingApprovals()).hasSize(1);
    baton.orchestrator().attempts().stop(id, true);
  }

  @Test
  void a_dev_server_that_was_left_behind_adds_no_line() throws Exception {
    var beats = Files.createFile(directory.resolve("beats"));
    var enough = directory.resolve("enough");
    baton.devServer(
        "while ! test -e %s; do echo beat; echo beat >> %s; sleep 0.1; done; echo over >> %s"
            .formatted(enough, beats, beats));
    var id = baton.start("say ready").attemptId();
    baton.awaitEnd(id);
    baton.orchestrator().devServers().start(id);
    Awaitility.await().atMost(PATIENCE).until(() -> baton.log(id, LogChannel.RAW).size() > 2);

    store.write(
        tables -> {
          new AttemptInterruption(store, clock).endTurn(tables, id, "moved");
          return id;
        });
    takeOver(id);

    var lines = baton.log(id, LogChannel.RAW);
    int before = Files.readAllLines(beats).size();
    // why: a node that shares its board ends it at its next look
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> Files.readAllLines(beats).size() > before + 20 || isOver(beats));
    assertThat(baton.log(id, LogChannel.RAW)).isEqualTo(lines);
    Files.createFile(enough);
    Awaitility.await().atMost(PATIENCE).until(() -> isOver(beats));
    giveBack(id);
  }

  @Test
  void an_agent_of_an_attempt_that_waits_for_another_node_is_ended_at_its_next_word()
      throws Exception {
    var pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    // why: who writes into a pipe waits until somebody reads it
    var id =
        baton.start("say ready", "append %s go".formatted(pipe), "say over", "hang").attemptId();
    // why: an agent that says something after that is ended, and this one has to come to the pipe
    Awaitility.await().atMost(PATIENCE).until(() -> normalized(id).contains("ready"));

    takeOver(id);
    assertThat(Files.readString(pipe)).isEqualTo("go\n");

    Awaitility.await().atMost(PATIENCE).until(() -> LivePrograms.agents(directory).isEmpty());
    assertThat(normalized(id)).doesNotContain("over");
  }

  @Test
  void an_attempt_that_is_back_before_its_silent_agent_was_ended_ends_it_and_goes_on() {
    var id = baton.start("say ready", "hang").attemptId();
    Awaitility.await().atMost(PATIENCE).until(() -> normalized(id).contains("ready"));
    store.write(
        tables -> {
          new AttemptInterruption(store, clock).endTurn(tables, id, "moved");
          tables.attempts().uproot(id, clock.instant());
          tables.attempts().setState(id, new AttemptState.Failed("moved"), clock.instant());
          return id;
        });

    baton.orchestrator().followUps().send(caller(), to(id, "say back"));

    assertThat(baton.awaitEnd(id).attempt().state().name()).isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(normalized(id)).contains("back");
  }

  private boolean isOver(Path beats) throws IOException {
    return Files.readString(beats).endsWith("over\n") || LivePrograms.agents(directory).isEmpty();
  }

  private UUID asking() {
    var attempt =
        new NewAttempt(
            baton.task("Ask"),
            TestBaton.FAKE,
            Optional.of("APPROVALS"),
            List.of(),
            Optional.of("ask May I?\nsay over"));
    var id = baton.orchestrator().attemptStarts().start(caller(), attempt).attemptId();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> baton.status(id).pendingApprovals().size() == 1);
    return id;
  }

  /** Sends a line to a program that reads from a file. */
  private void deliver(UUID processId, Claim claim) throws IOException, InterruptedException {
    var process =
        store.write(
            tables -> {
              tables.inputs().add(processId, "a line", "hello");
              return tables.processes().find(processId).orElseThrow().process();
            });
    var programs = new ProgramDirectories(directory.resolve("programs"));
    var pipe = programs.of(process).path().resolve("input");
    Files.createDirectories(programs.of(process).path());
    Files.createFile(pipe);
    new InputLines(store, programs).deliver(process, claim);
  }
}
