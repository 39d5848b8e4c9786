package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Ends a program with everything that it started, also what left its group or lost its parent.
 * Thread safe.
 */
public final class Stopper {
  /**
   * How long a program is given.
   *
   * @param interrupt after the interrupt, to end its turn
   * @param terminate after the request to terminate, to clean up
   * @param kill until what was killed is gone; more is said to survive
   */
  public record StopPatience(Duration interrupt, Duration terminate, Duration kill) {
    public static final StopPatience DEFAULT =
        new StopPatience(Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofSeconds(10));
  }

  /**
   * What a stop came to.
   *
   * @param ended how many processes ended, wrappers not counted
   * @param survivors what still runs, each with pid and command line; empty if all is well
   */
  public record StopOutcome(int ended, List<String> survivors) {
    public StopOutcome {
      survivors = List.copyOf(survivors);
    }

    public boolean isComplete() {
      return survivors.isEmpty();
    }
  }

  private static final Duration ROUNDING = Duration.ofSeconds(1);
  private static final long MILLIS_PER_TICK = 10;

  private static final Duration PAUSE = Duration.ofMillis(10);

  /** How long the wrapper may take to note how the program ended. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(10);

  private final ProcessTable processes;
  private final StopPatience patience;

  public Stopper(ProcessTable processes, StopPatience patience) {
    this.processes = processes;
    this.patience = patience;
  }

  /**
   * Interrupts, then terminates, then kills; with {@code force} it kills at once. Returns when
   * nothing of the program is left, or says what is.
   */
  public StopOutcome stop(RunningProgram program, boolean force)
      throws IOException, InterruptedException {
    var tree = ProcessTree.of(processes, program);
    // why: before the first signal, because who loses its parent by it is no descendant any more
    tree.refresh();
    if (!force) {
      interrupt(program, tree);
      terminate(tree);
    }
    kill(tree);
    endWrapper(program);
    var survivors = tree.refresh();
    return new StopOutcome(tree.size() - survivors.size(), describe(survivors));
  }

  /**
   * Ends what a program left running when it ended.
   *
   * @return how many processes that were
   */
  public int endLeftovers(UUID processId, ProgramDirectory directory)
      throws IOException, InterruptedException {
    // why: if nothing says who they are, their marker still does
    var wrapper = directory.wrapper().orElse(ProcessIdentity.NOBODY);
    var program = directory.program().orElse(ProcessIdentity.NOBODY);
    var tree =
        ProcessTree.of(processes, new RunningProgram(processId, directory, wrapper, program));
    terminate(tree);
    kill(tree);
    return tree.size();
  }

  /**
   * Ends what programs left that cut every tie to them, and still works in their places.
   *
   * @param workspace where the programs worked
   * @param begun no program worked there before; counts if no program tells when it began
   * @param programs the directories of the programs, none of which runs any more
   * @param spared the directories of programs that go on
   */
  public StopOutcome endStrays(
      Path workspace,
      Instant begun,
      Collection<ProgramDirectory> programs,
      Collection<ProgramDirectory> spared)
      throws IOException, InterruptedException {
    var since =
        programs.stream()
            .flatMap(program -> program.wrapper().stream())
            .filter(wrapper -> !processes.isOfAnotherBoot(wrapper))
            .mapToLong(ProcessIdentity::startTicks)
            .min()
            .orElseGet(() -> ticksAt(begun));
    var places = Stream.concat(Stream.of(workspace), programs.stream().map(ProgramDirectory::path));
    var tree =
        ProcessTree.of(
            processes,
            new Strays(
                processes,
                places.map(Stopper::real).toList(),
                spared.stream().map(ProgramDirectory::path).map(Stopper::real).toList(),
                since));
    terminate(tree);
    kill(tree);
    var survivors = tree.refresh();
    return new StopOutcome(tree.size() - survivors.size(), describe(survivors));
  }

  /** When something was, as the system counts, or up to two seconds earlier. */
  private long ticksAt(Instant moment) {
    var self = ProcessHandle.current();
    var start = self.info().startInstant().orElse(Instant.EPOCH);
    var ticks = processes.find(self.pid()).map(ProcessIdentity::startTicks).orElse(0L);
    // why earlier: the system tells its own start in whole seconds
    return ticks + Duration.between(start, moment).minus(ROUNDING).toMillis() / MILLIS_PER_TICK;
  }

  /** A path as the system names it. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath();
    }
  }

  /** Asks the program to end its turn; it is expected to take its children along. */
  private void interrupt(RunningProgram program, ProcessTree tree)
      throws IOException, InterruptedException {
    if (tree.remaining().isEmpty() || !processes.isAlive(program.wrapper())) {
      return;
    }
    ProcessSignal.INTERRUPT.sendToGroup(program.wrapper());
    await(patience.interrupt(), () -> !processes.isAlive(program.program()));
  }

  private void terminate(ProcessTree tree) throws IOException, InterruptedException {
    var members = tree.refresh();
    if (members.isEmpty()) {
      return;
    }
    ProcessSignal.TERMINATE.send(members);
    await(patience.terminate(), () -> tree.remaining().isEmpty());
  }

  private void kill(ProcessTree tree) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + patience.kill().toNanos();
    // why: again and again, because a process may have started another in the meantime
    for (var members = tree.refresh(); !members.isEmpty(); members = tree.refresh()) {
      var left = Duration.ofNanos(deadline - System.nanoTime());
      if (left.isNegative()) {
        return;
      }
      ProcessSignal.KILL.send(members);
      var doomed = members;
      await(left, () -> doomed.stream().noneMatch(processes::isAlive));
    }
  }

  /** The wrapper goes by itself when the program has gone; if it does not, it is killed. */
  private void endWrapper(RunningProgram program) throws IOException, InterruptedException {
    BooleanSupplier isGone = () -> !processes.isAlive(program.wrapper());
    if (processes.isAlive(program.program())) {
      // why: it is still needed to note how the program ends
      return;
    }
    if (!await(LAST_WORDS, isGone)) {
      ProcessSignal.KILL.send(List.of(program.wrapper()));
      await(patience.kill(), isGone);
    }
  }

  private List<String> describe(List<ProcessIdentity> survivors) {
    return survivors.stream()
        .map(process -> "%d %s".formatted(process.pid(), processes.describe(process.pid())))
        .toList();
  }

  private static boolean await(Duration patience, BooleanSupplier condition)
      throws InterruptedException {
    var deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
    return true;
  }
}
