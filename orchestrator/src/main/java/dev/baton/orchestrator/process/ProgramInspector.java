package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/** Tells where a program stands, whichever server started it. Thread safe. */
public final class ProgramInspector {
  private final ProcessTable processes;
  private final Clock clock;

  public ProgramInspector(ProcessTable processes, Clock clock) {
    this.processes = processes;
    this.clock = clock;
  }

  public ProgramState inspect(UUID processId, ProgramDirectory directory) {
    var known = directory.ending();
    if (known.isPresent()) {
      return new ProgramState.Ended(known.get());
    }
    if (!directory.isClaimed()) {
      return new ProgramState.NotStarted();
    }
    var wrapper = directory.wrapper();
    var program = directory.program();
    var isAlive = isAlive(wrapper) || isAlive(program);
    if (isAlive && wrapper.isPresent() && program.isPresent()) {
      return new ProgramState.Running(
          new RunningProgram(processId, directory, wrapper.get(), program.get()));
    }
    if (isAlive || (wrapper.isEmpty() && isMarked(processId))) {
      return new ProgramState.Starting();
    }
    return new ProgramState.Ended(endingOfGone(directory));
  }

  /** How a program ended that was started; empty if it goes on. */
  Optional<Ending> findEnding(UUID processId, ProgramDirectory directory) {
    return switch (inspect(processId, directory)) {
      case ProgramState.Ended ended -> Optional.of(ended.ending());
      case ProgramState.NotStarted _ ->
          Optional.of(
              new Ending.Lost(
                  clock.instant(), "its directory %s is gone".formatted(directory.path())));
      case ProgramState.Starting _, ProgramState.Running _ -> Optional.empty();
    };
  }

  /** How a program ended whose processes are gone. */
  private Ending endingOfGone(ProgramDirectory directory) {
    // why: the wrapper may have noted the end and left after we looked for the note
    return directory.ending().orElseGet(() -> new Ending.Lost(clock.instant(), reason(directory)));
  }

  private String reason(ProgramDirectory directory) {
    var program = directory.program().or(directory::wrapper);
    if (program.isEmpty()) {
      return "the start was interrupted before the program ran";
    }
    var pid = program.get().pid();
    return processes.isOfAnotherBoot(program.get())
        ? "the machine was restarted while process %d ran".formatted(pid)
        : directory.isDiskFull()
            ? "process %d is gone and left no exit status, because the disk of %s is full; make room, then send a follow_up"
                .formatted(pid, directory.path())
            : "process %d is gone and left no exit status; something killed it and its wrapper"
                .formatted(pid);
  }

  private boolean isAlive(Optional<ProcessIdentity> identity) {
    return identity.filter(processes::isAlive).isPresent();
  }

  /** Whether a process runs that has not yet noted who it is. */
  private boolean isMarked(UUID processId) {
    return processes.list().stream()
        .anyMatch(
            entry ->
                processes.isStartedWith(entry.pid(), DetachedCommand.MARKER, processId.toString()));
  }
}
