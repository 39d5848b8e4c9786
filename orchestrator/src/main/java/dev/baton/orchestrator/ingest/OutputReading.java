package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.process.OutputBatch;
import dev.baton.orchestrator.process.OutputChannel;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.transcript.NewEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reading of one program's output: what has to be remembered between two batches. It can be
 * made again from the stored lines. Thread safe.
 */
final class OutputReading {
  /** An entry that was stored longer ago is not looked for; its successor is a new entry. */
  static final int REMEMBERED_KEYS = 4096;

  private final ProcessDetail detail;
  private final Claim claim;
  private final TurnReader reader;
  private final Transcriber transcriber;
  private final LineAssembler stdout = new LineAssembler(OutputChannel.STDOUT);
  private final LineAssembler stderr = new LineAssembler(OutputChannel.STDERR);
  private final Map<String, Long> indexes =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED_KEYS;
        }
      };

  OutputReading(ProcessDetail detail, Claim claim, TurnReader reader) {
    this.detail = detail;
    this.claim = claim;
    this.reader = reader;
    this.transcriber = new Transcriber(detail.id());
  }

  ProcessDetail detail() {
    return detail;
  }

  Claim claim() {
    return claim;
  }

  /** What is known before the first line. */
  synchronized Digest begin(Instant now) {
    var digest = new Digest();
    transcriber.add(reader.onStart(), digest, now);
    return digest;
  }

  synchronized Digest read(OutputBatch batch, Instant now) {
    var digest = new Digest();
    var channel = batch.channel();
    for (var line : batch.lines()) {
      digest.raw.add(
          NewEntry.raw(detail.id(), now, channel.wireName(), line.text(), line.continues()));
      understand(channel, line.text(), line.continues(), digest, now);
    }
    return digest;
  }

  /** Reads a line again that is stored already; returns what was asked for in it. */
  synchronized List<AgentOutput.ApprovalRequested> replay(
      OutputChannel channel, String text, boolean continues, Instant now) {
    var digest = new Digest();
    understand(channel, text, continues, digest, now);
    return digest.approvals;
  }

  private void understand(
      OutputChannel channel, String text, boolean continues, Digest digest, Instant now) {
    (channel == OutputChannel.STDOUT ? stdout : stderr)
        .add(text, continues)
        .ifPresent(line -> transcriber.add(reader.accept(line), digest, now));
  }

  synchronized Digest end(ProgramExit exit, Instant now) {
    var digest = new Digest();
    transcriber.add(reader.onExit(exit), digest, now);
    return digest;
  }

  synchronized Optional<TurnResult> result() {
    return transcriber.result();
  }

  synchronized List<AgentOutput.Send> answer(String requestId, ApprovalAnswer answer) {
    return reader.answer(requestId, answer);
  }

  /** Entries that say which earlier one they replace, if they will be stored from this index on. */
  synchronized List<NewEntry> withReplaced(List<NewEntry> entries, long first) {
    var known = new LinkedHashMap<String, Long>();
    var linked = new ArrayList<NewEntry>();
    for (var entry : entries) {
      long place = first + linked.size();
      var earlier =
          entry.key().flatMap(key -> Optional.ofNullable(known.get(key)).or(() -> find(key)));
      linked.add(earlier.map(entry::replacing).orElse(entry));
      entry.key().ifPresent(key -> known.put(key, place));
    }
    return linked;
  }

  private Optional<Long> find(String key) {
    return Optional.ofNullable(indexes.get(key));
  }

  /** Takes note of where entries were stored. */
  synchronized void remember(List<NewEntry> entries, long first) {
    long index = first;
    for (var entry : entries) {
      long place = index++;
      entry.key().ifPresent(key -> indexes.put(key, place));
    }
  }

  synchronized void remember(Map<String, Long> stored) {
    indexes.putAll(stored);
  }

  /** Puts the pieces of long lines together, as far as anybody wants them. Not thread safe. */
  private static final class LineAssembler {
    private final OutputChannel channel;
    private final StringBuilder pieces = new StringBuilder();
    private boolean isCut;

    LineAssembler(OutputChannel channel) {
      this.channel = channel;
    }

    /** The whole line, if this piece ends it. */
    Optional<OutputLine> add(String text, boolean continues) {
      if (!continues && pieces.isEmpty() && !isCut) {
        return Optional.of(new OutputLine(channel, text, true));
      }
      int room = OutputLine.MAX_LENGTH - pieces.length();
      pieces.append(text, 0, Math.min(room, text.length()));
      isCut |= room < text.length();
      if (continues) {
        return Optional.empty();
      }
      var line = new OutputLine(channel, pieces.toString(), !isCut);
      pieces.setLength(0);
      pieces.trimToSize();
      isCut = false;
      return Optional.of(line);
    }
  }
}
