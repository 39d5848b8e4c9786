package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.process.OutputBatch;
import dev.baton.orchestrator.process.OutputChannel;
import dev.baton.orchestrator.process.OutputWatcher.OutputSink;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.NewEntry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/**
 * Brings the output of programs into the store, each line once: lines, what they mean and how far
 * the file was read are one transaction. Thread safe.
 */
public final class OutputIngest implements OutputSink {
  /** The reason when somebody just wants it. */
  public static final String STOPPED = "stopped";

  /** A program that is being read, and who waits for its end. */
  private record Watched(Claim claim, CompletableFuture<Void> ended) {}

  private final Store store;
  private final OutputReadings readings;
  private final RememberedAnswers remembered;
  private final DigestWriter writer;
  private final OutputEffects effects;
  private final Clock clock;
  private final Map<UUID, Watched> watched = new ConcurrentHashMap<>();

  /** Programs that somebody ends, and why. */
  private final Map<UUID, String> stopped = new ConcurrentHashMap<>();

  public OutputIngest(
      Store store,
      OutputReadings readings,
      DigestWriter writer,
      OutputEffects effects,
      Clock clock) {
    this.store = store;
    this.readings = readings;
    this.remembered = new RememberedAnswers(store);
    this.writer = writer;
    this.effects = effects;
    this.clock = clock;
  }

  /** Stores what is known before the first line, and promises to tell the end. */
  public Future<Void> begin(ProcessDetail process, Claim claim) {
    var entry = new Watched(claim, new CompletableFuture<>());
    watched.put(process.id(), entry);
    try {
      var reading = readings.load(process.id(), claim);
      if (!reading.detail().process().isRunning()) {
        // why: it ended since the caller looked
        ended(process.id(), entry);
      } else if (!reading.detail().isBegun()) {
        var digest = reading.begin(clock.instant());
        write(List.of(new Part(reading, digest, Optional.empty())));
      }
    } catch (RuntimeException e) {
      // why: who tries again would take it for one that is read
      watched.remove(process.id(), entry);
      throw e;
    }
    return entry.ended();
  }

  @Override
  public void store(List<OutputBatch> batches) {
    var awaited = new LinkedHashMap<OutputBatch, Watched>();
    for (var batch : batches) {
      Optional.ofNullable(watched.get(batch.processId()))
          .ifPresent(entry -> awaited.put(batch, entry));
    }
    try {
      write(parts(awaited));
    } catch (RuntimeException e) {
      // why: readers have seen lines that are not stored and will come again
      batches.forEach(batch -> readings.forget(batch.processId()));
      if (!(e instanceof StaleClaimException) || awaited.size() > 1) {
        throw e;
      }
      awaited.forEach((batch, entry) -> giveUp(batch.processId(), entry, e));
    }
  }

  @Override
  public boolean isAwaited(UUID processId) {
    return watched.containsKey(processId);
  }

  private List<Part> parts(Map<OutputBatch, Watched> batches) {
    var parts = new ArrayList<Part>();
    batches.forEach(
        (batch, entry) -> {
          var now = clock.instant();
          var reading = readings.load(batch.processId(), entry.claim());
          var digest = reading.read(batch, now);
          remembered.answer(reading, digest, now);
          parts.add(new Part(reading, digest, Optional.of(batch)));
        });
    return parts;
  }

  /** What somebody has taken over is never stored from here; who waits for its end learns why. */
  private void giveUp(UUID processId, Watched entry, RuntimeException reason) {
    watched.remove(processId, entry);
    stopped.remove(processId);
    entry.ended().completeExceptionally(reason);
  }

  @Override
  public void ended(UUID processId, Ending ending) {
    var entry = watched.get(processId);
    if (entry == null) {
      return;
    }
    try {
      var reading = readings.load(processId, entry.claim());
      var digest = reading.end(ProcessEnding.exit(ending), clock.instant());
      long first =
          store.write(
              tables -> {
                reading.claim().check(tables);
                var now = clock.instant();
                long index = writer.write(tables, reading, digest, now);
                endProcess(tables, reading, ending);
                return index;
              });
      reading.remember(digest.normalized, first);
    } catch (StaleClaimException e) {
      entry.ended().completeExceptionally(e);
    } finally {
      readings.forget(processId);
    }
    ended(processId, entry);
  }

  private void ended(UUID processId, Watched entry) {
    readings.forget(processId);
    watched.remove(processId, entry);
    stopped.remove(processId);
    effects.onOutput(entry.claim().attemptId());
    entry.ended().complete(null);
  }

  private void endProcess(Tables tables, OutputReading reading, Ending ending) {
    var process = reading.detail().process();
    var turn = process.turnId().flatMap(id -> tables.turns().find(id));
    var stopReason =
        turn.flatMap(Turn::stopReason).or(() -> Optional.ofNullable(stopped.get(process.id())));
    var end = new ProcessEnding(ending, reading.result(), stopReason);
    tables.processes().end(end.of(process));
    if (turn.isPresent()) {
      stopReason.ifPresent(why -> tables.turns().stopActive(process.attemptId(), why));
    }
    tables.approvals().withdrawAll(process.id());
    if (end.isSessionLost()) {
      process.sessionId().ifPresent(session -> tables.sessions().setLost(session));
    }
  }

  /** Lines that give the agent an answer; noted in the same transaction as the answer. */
  public List<AgentOutput.Send> answer(UUID processId, String requestId, ApprovalAnswer answer) {
    var entry = watched.get(processId);
    return entry == null
        ? List.of()
        : readings.load(processId, entry.claim()).answer(requestId, answer);
  }

  /** Somebody ends the program, so that its end is no failure. */
  public void expectStop(UUID processId) {
    expectStop(processId, STOPPED);
  }

  /** The same, for this reason, if the store does not know a better one by then. */
  public void expectStop(UUID processId, String reason) {
    stopped.put(processId, reason);
  }

  /** Is done when the program has ended; empty if it is not read. */
  public Optional<Future<Void>> findEnd(UUID processId) {
    return Optional.ofNullable(watched.get(processId)).map(Watched::ended);
  }

  /** The same for whoever has this claim. */
  public Optional<Future<Void>> findEnd(UUID processId, Claim claim) {
    return Optional.ofNullable(watched.get(processId))
        .filter(entry -> entry.claim().equals(claim))
        .map(Watched::ended);
  }

  /** The claim of whoever may write for the program; empty if its output is not read. */
  public Optional<Claim> findClaim(UUID processId) {
    return Optional.ofNullable(watched.get(processId)).map(Watched::claim);
  }

  /** True if the agent has said that all is done, and only has to go. */
  public boolean isDone(UUID processId) {
    var entry = watched.get(processId);
    return entry != null
        && readings
            .load(processId, entry.claim())
            .result()
            .filter(TurnResult.Succeeded.class::isInstance)
            .isPresent();
  }

  private record Part(OutputReading reading, Digest digest, Optional<OutputBatch> batch) {}

  private void write(List<Part> parts) {
    var firsts =
        store.write(
            tables -> {
              var indexes = new ArrayList<Long>();
              for (var part : parts) {
                part.reading().claim().check(tables);
                indexes.add(writer.write(tables, part.reading(), part.digest(), clock.instant()));
                advance(tables, part);
              }
              return indexes;
            });
    for (int place = 0; place < parts.size(); place++) {
      var part = parts.get(place);
      part.reading().remember(part.digest().normalized, firsts.get(place));
      tell(part);
    }
  }

  private static void advance(Tables tables, Part part) {
    var id = part.reading().detail().id();
    if (part.batch().isEmpty()) {
      tables.processes().setBegun(id);
      return;
    }
    var batch = part.batch().get();
    if (batch.channel() == OutputChannel.STDOUT) {
      tables.processes().setStdoutOffset(id, batch.offset());
    } else {
      tables.processes().setStderrOffset(id, batch.offset());
    }
  }

  private void tell(Part part) {
    var process = part.reading().detail().process();
    effects.onOutput(process.attemptId());
    if (!part.digest().sends.isEmpty()) {
      effects.onInput(process.id(), part.reading().claim());
    }
    if (part.digest().hasTurnEnded) {
      findEnd(process.id()).ifPresent(ended -> effects.onTurnEnded(process.id(), ended));
    }
  }

  /**
   * Answers agents that ask what somebody has answered for the rest of the attempt. Thread safe; a
   * reading that got an answer here must be stored or forgotten.
   */
  private static final class RememberedAnswers {
    private final Store store;

    RememberedAnswers(Store store) {
      this.store = store;
    }

    /** Adds the answers to what has to be stored. */
    void answer(OutputReading reading, Digest digest, Instant now) {
      var process = reading.detail().process();
      for (var request : digest.approvals) {
        store
            .read(
                tables ->
                    tables
                        .approvals()
                        .findRemembered(
                            process.attemptId(), request.toolName(), InputKey.of(request)))
            .ifPresent(
                earlier -> {
                  digest.answered.put(request.requestId(), earlier);
                  AgentAnswers.given(earlier)
                      .map(answer -> reading.answer(request.requestId(), answer))
                      .ifPresent(digest.sends::addAll);
                  digest.normalized.add(
                      NewEntry.system(process.id(), now, words(earlier, request.summary())));
                });
      }
    }

    private static String words(Approval earlier, String summary) {
      return "%s as remembered: %s. %s"
          .formatted(
              earlier.decision().filter(it -> it == ApprovalDecision.DENY).isPresent()
                  ? "Denied"
                  : "Approved",
              earlier.toolName(),
              summary);
    }
  }
}
