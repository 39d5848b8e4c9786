package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.process.OutputChannel;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The readings that are in memory; the others are made again from the stored lines. Thread safe.
 */
public final class OutputReadings {
  private static final int LINES_AT_A_TIME = 500;

  private final Store store;
  private final Function<ProcessDetail, TurnReader> readers;
  private final Map<UUID, OutputReading> readings = new ConcurrentHashMap<>();

  /**
   * None yet.
   *
   * @param readers a fresh reader for the output of a process
   */
  public OutputReadings(Store store, Function<ProcessDetail, TurnReader> readers) {
    this.store = store;
    this.readers = readers;
  }

  OutputReading load(UUID processId, Claim claim) {
    // why inside: two who come at once get the same one
    return readings.compute(
        processId,
        (id, known) -> known != null && known.claim().equals(claim) ? known : rebuild(id, claim));
  }

  void forget(UUID processId) {
    readings.remove(processId);
  }

  private OutputReading rebuild(UUID processId, Claim claim) {
    var detail =
        store
            .read(tables -> tables.processes().find(processId))
            .orElseThrow(() -> new StaleClaimException(claim.attemptId()));
    var reading = new OutputReading(detail, claim, readers.apply(detail));
    if (detail.isBegun()) {
      var ignored = reading.begin(detail.process().startedAt());
      replay(reading);
      reading.remember(
          store.read(
              tables ->
                  tables
                      .logs()
                      .listKeys(claim.attemptId(), processId, OutputReading.REMEMBERED_KEYS)));
    }
    return reading;
  }

  private void replay(OutputReading reading) {
    var process = reading.detail().process();
    long after = reading.detail().firstRawIndex() - 1;
    List<LogEntry> lines;
    do {
      var tail = Tail.above(PageLimit.items(LINES_AT_A_TIME), after);
      lines =
          store.read(
              tables ->
                  tables.logs().list(process.attemptId(), LogChannel.RAW, tail, LINES_AT_A_TIME));
      for (var line : lines) {
        if (line.processId().equals(process.id())) {
          reading
              .replay(
                  OutputChannel.of(line.type()), line.content(), line.continues(), line.timestamp())
              .forEach(question -> tellAnswer(reading, question.requestId()));
        }
        after = line.index();
      }
    } while (!lines.isEmpty());
  }

  private void tellAnswer(OutputReading reading, String requestId) {
    store
        .read(tables -> tables.approvals().find(reading.detail().id(), requestId))
        .flatMap(AgentAnswers::given)
        .ifPresent(
            answer -> {
              // why: its lines are noted since the answer was given
              var ignored = reading.answer(requestId, answer);
            });
  }

  /** True for programs whose output an executor has to understand. */
  public static boolean isAgent(ProcessDetail detail) {
    return detail.process().reason() == ProcessReason.CODING_AGENT;
  }
}
