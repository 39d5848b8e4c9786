package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.OutputWatcher.OutputPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A program whose output is being read, and how far that has come. Used by one thread. */
final class WatchedProgram {
  private final UUID processId;
  private final ProgramDirectory directory;
  private final Map<OutputChannel, Long> offsets = new EnumMap<>(OutputChannel.class);
  private Optional<Ending> ending = Optional.empty();
  private boolean isDrained;
  private long pausedUntil = System.nanoTime();

  WatchedProgram(UUID processId, ProgramDirectory directory, OutputPosition position) {
    this.processId = processId;
    this.directory = directory;
    for (var channel : OutputChannel.values()) {
      offsets.put(channel, position.of(channel));
    }
  }

  UUID processId() {
    return processId;
  }

  ProgramDirectory directory() {
    return directory;
  }

  /** Leaves it alone for some time, because something went wrong. */
  void pause(long nanos) {
    pausedUntil = System.nanoTime() + nanos;
  }

  boolean isPaused() {
    return System.nanoTime() - pausedUntil < 0;
  }

  /** Looks whether its processes are still there, which costs more than to read. */
  void inspect(ProgramInspector inspector) {
    if (ending.isEmpty()) {
      ending = inspector.findEnding(processId, directory);
    }
  }

  /** Reads what there is, within the limits of the reader. */
  List<OutputBatch> read(OutputReader reader) throws IOException {
    // why: before the output, so that what a program printed last is not missed
    ending = ending.or(directory::ending);
    isDrained = true;
    var batches = new ArrayList<OutputBatch>();
    for (var channel : OutputChannel.values()) {
      var offset = offsets.getOrDefault(channel, 0L);
      var chunk = reader.read(directory.output(channel), offset, ending.isPresent());
      isDrained &= chunk.isDrained();
      if (!chunk.lines().isEmpty()) {
        batches.add(new OutputBatch(processId, channel, chunk.lines(), chunk.offset()));
      }
    }
    return batches;
  }

  boolean isDrained() {
    return isDrained;
  }

  /** Takes note that this batch was stored. */
  void advance(OutputBatch batch) {
    offsets.put(batch.channel(), batch.offset());
  }

  /** Takes note that something that was read is not stored. */
  void rewind() {
    isDrained = false;
  }

  /** How it ended, once all its output is stored. */
  Optional<Ending> finished() {
    return isDrained ? ending : Optional.empty();
  }
}
