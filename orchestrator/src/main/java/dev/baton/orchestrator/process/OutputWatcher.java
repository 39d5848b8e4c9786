package dev.baton.orchestrator.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the output of all programs with one thread and hands it to a sink, each line once; then
 * tells how the program ended. What is not stored yet stays in the files, so memory is bounded
 * whatever programs print. Thread safe.
 */
public final class OutputWatcher implements AutoCloseable {
  /** Where output goes. Called by one thread only, one call after the other. */
  public interface OutputSink {
    /**
     * Stores all of these lines and offsets, or none of them: in one transaction. If it throws, the
     * same output is read again later.
     */
    void store(List<OutputBatch> batches);

    /** False if nobody waits for a program any more; its output is read no more then. */
    boolean isAwaited(UUID processId);

    /**
     * Takes note that a program has ended; all its output was stored before. If it throws, it is
     * called again later. What takes long belongs on another thread, because nothing is read
     * meanwhile.
     */
    void ended(UUID processId, Ending ending);
  }

  /** Up to where the output of a program was stored, in bytes. */
  public record OutputPosition(long stdout, long stderr) {
    static final OutputPosition START = new OutputPosition(0, 0);

    long of(OutputChannel channel) {
      return switch (channel) {
        case STDOUT -> stdout;
        case STDERR -> stderr;
      };
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(OutputWatcher.class);
  private static final int LINES_PER_READ = 1000;

  /** How much is read, in characters, before it is stored. */
  private static final int CHARACTERS_PER_STORE = 1024 * 1024;

  /** How long to gather output after the first sign of it: many lines cost little more than one. */
  private static final Duration GATHERING = Duration.ofMillis(20);

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final ProgramInspector inspector;
  private final OutputSink sink;
  private final OutputReader reader = new OutputReader(LINES_PER_READ);
  private final Map<Path, WatchedProgram> programs = new ConcurrentHashMap<>();
  private final Set<Path> due = ConcurrentHashMap.newKeySet();
  private final Semaphore news = new Semaphore(0);
  private final DirectoryNews directories = new DirectoryNews(news::release);
  private final Thread thread;
  private volatile boolean isClosed;

  private OutputWatcher(ProgramInspector inspector, OutputSink sink) {
    this.inspector = inspector;
    this.sink = sink;
    thread = Thread.ofPlatform().daemon().name("output-watcher").unstarted(this::run);
  }

  public static OutputWatcher start(ProgramInspector inspector, OutputSink sink) {
    var watcher = new OutputWatcher(inspector, sink);
    watcher.thread.start();
    return watcher;
  }

  /** Reads a program from this position on, until it has ended and everything is stored. */
  public void watch(UUID processId, ProgramDirectory directory, OutputPosition position) {
    programs.put(directory.path(), new WatchedProgram(processId, directory, position));
    directories.register(directory.path());
    due.add(directory.path());
    news.release();
  }

  /** Reads a program no more. */
  public void forget(ProgramDirectory directory) {
    programs.remove(directory.path());
    directories.unregister(directory.path());
  }

  private void run() {
    try {
      var nextLook = System.nanoTime();
      while (!isClosed) {
        var isNews = news.tryAcquire(waiting(nextLook), TimeUnit.NANOSECONDS);
        if (isNews && !isClosed) {
          TimeUnit.NANOSECONDS.sleep(GATHERING.toNanos());
          news.drainPermits();
        }
        if (System.nanoTime() - nextLook >= 0) {
          programs.values().forEach(this::inspect);
          nextLook = System.nanoTime() + directories.interval().toNanos();
        }
        directories.drainTo(due::add);
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long waiting(long nextLook) {
    return due.isEmpty() ? Math.max(0, nextLook - System.nanoTime()) : 0;
  }

  /** Visits every program that is due, once. */
  private void round() {
    var visited = new ArrayList<WatchedProgram>();
    var batches = new LinkedHashMap<OutputBatch, WatchedProgram>();
    var characters = 0;
    for (var path : new HashSet<>(due)) {
      due.remove(path);
      var program = programs.get(path);
      if (program == null || program.isPaused() || isLeft(program)) {
        continue;
      }
      visited.add(program);
      for (var batch : read(program)) {
        batches.put(batch, program);
        characters += batch.characters();
      }
      if (characters >= CHARACTERS_PER_STORE) {
        store(batches);
        batches.clear();
        characters = 0;
      }
    }
    store(batches);
    visited.forEach(this::conclude);
  }

  /** Reads a program no more whose attempt went on without it. */
  private boolean isLeft(WatchedProgram program) {
    if (sink.isAwaited(program.processId())) {
      return false;
    }
    var path = program.directory().path();
    // why not another one: who has the attempt since then may watch the same program
    if (programs.remove(path, program)) {
      directories.unregister(path);
      LOG.debug("The output in {} is for somebody else, and is read no more", path);
    }
    return true;
  }

  /** Looks after a program of which there may be no news because its processes are gone. */
  private void inspect(WatchedProgram program) {
    try {
      program.inspect(inspector);
    } catch (RuntimeException e) {
      postpone(program, e);
    }
    due.add(program.directory().path());
  }

  private List<OutputBatch> read(WatchedProgram program) {
    try {
      return program.read(reader);
    } catch (IOException | RuntimeException e) {
      postpone(program, e);
      return List.of();
    }
  }

  private static void postpone(WatchedProgram program, Exception problem) {
    // why: the others are read nevertheless, and this one again later
    LOG.warn("The output in {} cannot be read", program.directory().path(), problem);
    program.rewind();
    program.pause(PAUSE_AFTER_FAILURE.toNanos());
  }

  private void store(Map<OutputBatch, WatchedProgram> batches) {
    if (batches.isEmpty()) {
      return;
    }
    try {
      sink.store(List.copyOf(batches.keySet()));
      batches.forEach((batch, program) -> program.advance(batch));
    } catch (RuntimeException e) {
      if (batches.size() > 1) {
        // why: one that can never be stored must not hold up the others
        batches.forEach((batch, program) -> store(Map.of(batch, program)));
        return;
      }
      var program = batches.values().iterator().next();
      LOG.warn(
          "The output in {} was not stored; it will be tried again", program.directory().path(), e);
      program.rewind();
      program.pause(PAUSE_AFTER_FAILURE.toNanos());
    }
  }

  private void conclude(WatchedProgram program) {
    var ending = program.finished();
    if (ending.isEmpty()) {
      if (!program.isDrained()) {
        due.add(program.directory().path());
      }
      return;
    }
    try {
      sink.ended(program.processId(), ending.get());
      forget(program.directory());
    } catch (RuntimeException e) {
      LOG.warn(
          "The end of {} was not stored; it will be tried again", program.directory().path(), e);
      program.pause(PAUSE_AFTER_FAILURE.toNanos());
    }
  }

  /** Stops to read. What was not stored is read when the programs are watched again. */
  @Override
  public void close() {
    isClosed = true;
    directories.close();
    news.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
