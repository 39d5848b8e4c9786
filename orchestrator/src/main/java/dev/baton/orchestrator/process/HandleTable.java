package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.ProcessTable.ProcessEntry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The processes as Java shows them on systems without {@code /proc}: no groups, no variables. */
final class HandleTable implements ProcessTable {
  /** How far the wrapper's clock may be behind the start of its process, in hundredths. */
  private static final long TOLERANCE = 200;

  private static final long UNKNOWN = -1;

  @Override
  public Optional<ProcessIdentity> find(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).flatMap(HandleTable::identity);
  }

  @Override
  public boolean isAlive(ProcessIdentity identity) {
    return find(identity.pid())
        .filter(found -> Math.abs(found.startTicks() - identity.startTicks()) <= TOLERANCE)
        .isPresent();
  }

  @Override
  public boolean isOfAnotherBoot(ProcessIdentity identity) {
    return false;
  }

  @Override
  public String describe(long pid) {
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().commandLine()).orElse("");
  }

  @Override
  public List<ProcessEntry> list() {
    return ProcessHandle.allProcesses()
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> identity(handle).map(id -> entry(handle, id)).stream())
        .toList();
  }

  @Override
  public boolean isStartedWith(long pid, String name, String value) {
    return false;
  }

  @Override
  public List<String> variables(long pid) {
    return List.of();
  }

  @Override
  public boolean worksIn(long pid, Predicate<Path> place) {
    return false;
  }

  private static Optional<ProcessIdentity> identity(ProcessHandle handle) {
    return handle
        .info()
        .startInstant()
        .map(
            start ->
                new ProcessIdentity(handle.pid(), hundredths(start), ProcessIdentity.NO_BOOT_ID));
  }

  private static long hundredths(Instant instant) {
    return instant.toEpochMilli() / 10;
  }

  private static ProcessEntry entry(ProcessHandle handle, ProcessIdentity identity) {
    var parent = handle.parent().map(ProcessHandle::pid).orElse(UNKNOWN);
    return new ProcessEntry(identity, parent, UNKNOWN, UNKNOWN, false);
  }
}
