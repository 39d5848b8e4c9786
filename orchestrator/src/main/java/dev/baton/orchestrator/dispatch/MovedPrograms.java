package dev.baton.orchestrator.dispatch;

import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.DurationWords;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.failure.FailureLine;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.process.ProgramDirectory;
import dev.baton.orchestrator.process.ProgramInspector;
import dev.baton.orchestrator.process.ProgramState;
import dev.baton.orchestrator.process.Stopper;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the programs on this node whose attempts went on without them. Their work is kept as refs,
 * and an event tells of it. Thread safe.
 */
final class MovedPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(MovedPrograms.class);

  private final Store store;
  private final Node node;
  private final ProgramDirectories directories;
  private final ProgramInspector inspector;
  private final Stopper stopper;
  private final AttemptWorkspaces workspaces;
  private final OutputIngest output;

  /**
   * A lock of its own, for the part that may take long, such as a push: a node that lost the
   * database ends its programs without it.
   */
  private final Lock ending = new ReentrantLock();

  MovedPrograms(
      Store store,
      Node node,
      ProgramDirectories directories,
      ProgramInspector inspector,
      Stopper stopper,
      AttemptWorkspaces workspaces,
      OutputIngest output) {
    this.store = store;
    this.node = node;
    this.directories = directories;
    this.inspector = inspector;
    this.stopper = stopper;
    this.workspaces = workspaces;
    this.output = output;
  }

  /** Hears that an attempt went elsewhere. */
  void hear(NodeNews.Moved news) {
    Thread.ofVirtual().name("moved programs").start(() -> end(news.attemptId()));
  }

  /** Ends what is left here of all attempts that this node no longer has. */
  void endAll() {
    if (store.isShared()) {
      var attempts = directories.listAttempts();
      // why before the work of any is kept: that goes over the network
      attempts.forEach(this::endLost);
      attempts.forEach(this::end);
    }
  }

  /** The same beside the caller. */
  void endAllSoon() {
    Thread.ofVirtual().name("moved programs").start(this::endAll);
  }

  /** The same for one attempt; does nothing if this node has it. */
  void end(UUID attemptId) {
    endLost(attemptId);
    ending.lock();
    try {
      endAlone(attemptId);
    } catch (IOException | GitException | ToolFailure e) {
      LOG.warn(
          "What attempt {} left here stays until the next look: {}", attemptId, FailureLine.of(e));
    } catch (StorageException e) {
      LOG.warn("What attempt {} left here stays until the next look", attemptId, e);
    } finally {
      ending.unlock();
    }
  }

  private void endAlone(UUID attemptId) throws IOException {
    if (isElsewhere(attemptId) && directories.listAttempts().contains(attemptId)) {
      store.read(tables -> tables.attempts().find(attemptId)).ifPresent(this::keep);
      // why again: meanwhile it may have come back, and new programs with it
      if (isElsewhere(attemptId)) {
        directories.delete(attemptId);
      }
    }
  }

  private boolean isElsewhere(UUID attemptId) {
    return store.read(tables -> tables.attempts().find(attemptId)).filter(node::has).isEmpty();
  }

  /**
   * Ends the programs of an attempt that count as lost, because it went on without them: elsewhere,
   * nowhere yet as it waits for a node, or here again.
   */
  void endLost(UUID attemptId) {
    try {
      // why before the look: what begins after it is not among them
      var programs = directories.list(attemptId);
      var ours =
          programs.isEmpty() ? Set.<UUID>of() : store.read(tables -> ours(tables, attemptId));
      for (var program : programs) {
        if (!ours.contains(processId(program))) {
          endProgram(program);
        }
      }
    } catch (IOException | UncheckedIOException | StorageException e) {
      LOG.warn("What attempt {} left running here is ended at the next look", attemptId, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The programs that this node has to read to their end. */
  private Set<UUID> ours(Tables tables, UUID attemptId) {
    return tables
        .attempts()
        .find(attemptId)
        .filter(attempt -> attempt.home().equals(Optional.of(node.name())))
        .map(attempt -> tables.processes().list(attempt.id()))
        .orElseGet(List::of)
        .stream()
        .filter(detail -> detail.process().isRunning())
        .map(ProcessDetail::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private void endProgram(ProgramDirectory program) throws IOException, InterruptedException {
    if (!program.abandon()) {
      var ended = stopper.endLeftovers(processId(program), program);
      if (ended > 0) {
        LOG.info("{} processes of {} were ended: its attempt went on", ended, program.path());
      }
    }
  }

  private void keep(Attempt attempt) {
    if (node.has(attempt)) {
      return;
    }
    var kept = workspaces.leave(attempt);
    LOG.info("Attempt {} went elsewhere; what was done here is kept: {}", attempt.id(), kept);
    if (!kept.isEmpty()) {
      var _ =
          store.write(
              tables -> {
                var data = Json.object().put("from", node.name());
                data.set("kept", Json.strings(kept));
                tables.events().ofAttempt(EventName.ATTEMPT_MOVED, attempt.id(), data);
                return kept;
              });
    }
  }

  /** Stops all programs of this node, which cannot reach the database for so long. */
  synchronized void stopAll(Duration silence) {
    for (var attemptId : directories.listAttempts()) {
      try {
        for (var program : directories.list(attemptId)) {
          stop(attemptId, program, silence);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Attempt %s cannot be stopped".formatted(attemptId), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void stop(UUID attemptId, ProgramDirectory program, Duration silence)
      throws IOException, InterruptedException {
    if (inspector.inspect(processId(program), program) instanceof ProgramState.Running running) {
      var reason =
          "stopped: node %s was without the database for longer than nodes.patience (%s)"
              .formatted(node.name(), DurationWords.of(silence));
      LOG.warn("Attempt {} is {}", attemptId, reason);
      output.expectStop(processId(program), reason);
      var outcome = stopper.stop(running.program(), false);
      LOG.debug("Attempt {}: {}", attemptId, outcome);
    }
  }

  private static UUID processId(ProgramDirectory program) {
    return UUID.fromString(
        Optional.ofNullable(program.path().getFileName()).orElseThrow().toString());
  }
}
