package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.process.InputPipe;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the lines that programs are to read, in order. Thread safe. */
public final class InputLines {
  private static final Logger LOG = LoggerFactory.getLogger(InputLines.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Store store;
  private final ProgramDirectories directories;
  private final Map<UUID, ReentrantLock> locks = new ConcurrentHashMap<>();

  public InputLines(Store store, ProgramDirectories directories) {
    this.store = store;
    this.directories = directories;
  }

  /** Sends what waits for a program. What cannot be sent stays noted. */
  public void deliver(ExecutionProcess process, Claim claim) throws InterruptedException {
    var lock = locks.computeIfAbsent(process.id(), _ -> new ReentrantLock(true));
    lock.lockInterruptibly();
    try {
      var pipe = new InputPipe(directories.of(process), PATIENCE);
      for (var input : store.read(tables -> tables.inputs().listPending(process.id()))) {
        pipe.send(input.line());
        store.write(
            tables -> {
              claim.check(tables);
              tables.inputs().setSent(process.id(), input.key());
              return input;
            });
      }
    } catch (IOException e) {
      LOG.warn("Process {} does not read its input", process.id(), e);
    } finally {
      lock.unlock();
    }
  }

  /** Lets the program read the end of its input. */
  void close(ExecutionProcess process) throws InterruptedException {
    try {
      new InputPipe(directories.of(process), PATIENCE).close();
    } catch (IOException e) {
      LOG.debug("The input of process {} is closed already", process.id(), e);
    }
  }

  /** The program has ended. */
  public void forget(UUID processId) {
    locks.remove(processId);
  }
}
