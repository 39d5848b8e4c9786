package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.OutputWatcher.OutputPosition;
import dev.baton.orchestrator.process.OutputWatcher.OutputSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/**
 * A server in a process of its own that can be killed at any time: it starts what it was told to,
 * unless that was started before, and stores output in a journal.
 */
final class CrashingServer {
  private CrashingServer() {}

  public static void main(String[] arguments) throws Exception {
    serve(Path.of(arguments[0]), List.of(arguments).subList(1, arguments.length));
  }

  private static void serve(Path root, List<String> ids) throws Exception {
    var journal = Journal.open(root.resolve("journal"));
    var inspector = new ProgramInspector(ProcessTable.ofThisSystem(), Clock.systemUTC());
    var launcher = new Launcher(inspector);
    var allEnded = new CountDownLatch(ids.size());
    try (var watcher = OutputWatcher.start(inspector, journal.countingDown(allEnded))) {
      for (var id : ids) {
        var directory = new ProgramDirectory(root.resolve("run-" + id));
        launcher.start(numbers(root, UUID.fromString(id)), directory);
        watcher.watch(UUID.fromString(id), directory, journal.position(UUID.fromString(id)));
      }
      allEnded.await();
    }
  }

  private static DetachedCommand numbers(Path root, UUID id) {
    var script =
        "echo started >> "
            + id
            + "; for i in $(seq 1 20); do"
            + " seq $((i * 50 - 49)) $((i * 50)); sleep 0.1; done";
    return new DetachedCommand(
        id,
        List.of("sh", "-c", script),
        root.resolve("workspace"),
        AgentEnvironment.from(System.getenv()).variables(),
        new ProgramInput.Nothing());
  }

  /** Stores lines and offsets by one write; what a crash cut off is as if it had not been. */
  static final class Journal implements OutputSink {
    private static final String COMMIT = "commit";

    private final FileChannel file;
    private final Map<UUID, Long> offsets = new LinkedHashMap<>();
    private final Map<UUID, List<String>> lines = new LinkedHashMap<>();
    private final Map<UUID, Integer> endings = new LinkedHashMap<>();

    private Journal(FileChannel file) {
      this.file = file;
    }

    static Journal open(Path path) throws IOException {
      var text = Files.exists(path) ? Files.readString(path) : "";
      var whole = text.lastIndexOf(COMMIT + "\n");
      var valid = whole < 0 ? "" : text.substring(0, whole + COMMIT.length() + 1);
      var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      file.truncate(valid.getBytes(StandardCharsets.UTF_8).length).position(file.size());
      var journal = new Journal(file);
      valid.lines().forEach(journal::apply);
      return journal;
    }

    @Override
    public boolean isAwaited(UUID processId) {
      return true;
    }

    private void apply(String entry) {
      var parts = entry.split(" ", 3);
      switch (parts[0]) {
        case "line" ->
            lines.computeIfAbsent(UUID.fromString(parts[1]), _ -> new ArrayList<>()).add(parts[2]);
        case "offset" -> offsets.put(UUID.fromString(parts[1]), Long.valueOf(parts[2]));
        case "end" -> endings.merge(UUID.fromString(parts[1]), 1, Integer::sum);
        default -> {}
      }
    }

    OutputPosition position(UUID id) {
      return new OutputPosition(offsets.getOrDefault(id, 0L), 0);
    }

    List<String> lines(UUID id) {
      return lines.getOrDefault(id, List.of());
    }

    int endings(UUID id) {
      return endings.getOrDefault(id, 0);
    }

    @Override
    public void store(List<OutputBatch> batches) {
      var text = new StringBuilder();
      for (var batch : batches) {
        for (var line : batch.lines()) {
          text.append("line %s %s\n".formatted(batch.processId(), line.text()));
        }
        text.append("offset %s %d\n".formatted(batch.processId(), batch.offset()));
      }
      append(text.toString());
    }

    @Override
    public void ended(UUID processId, Ending ending) {
      append("end %s %s\n".formatted(processId, ending.summary()));
    }

    private void append(String text) {
      try {
        file.write(ByteBuffer.wrap((text + COMMIT + "\n").getBytes(StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    OutputSink countingDown(CountDownLatch latch) {
      return new OutputSink() {
        @Override
        public boolean isAwaited(UUID processId) {
          return true;
        }

        @Override
        public void store(List<OutputBatch> batches) {
          Journal.this.store(batches);
        }

        @Override
        public void ended(UUID processId, Ending ending) {
          if (endings(processId) == 0) {
            Journal.this.ended(processId, ending);
          }
          latch.countDown();
        }
      };
    }
  }
}
