package dev.baton.orchestrator.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The processes that run on this machine. Thread safe; every call looks afresh. */
public sealed interface ProcessTable permits ProcTable, HandleTable {
  /** A process that runs, as the system lists it; one that only waits to be collected does not. */
  record ProcessEntry(
      ProcessIdentity identity, long parent, long group, long session, boolean hasTerminal) {
    long pid() {
      return identity.pid();
    }
  }

  /** The best that this system offers. */
  static ProcessTable ofThisSystem() {
    return ProcTable.isOffered() ? new ProcTable() : new HandleTable();
  }

  /** The process that runs under this pid now. */
  Optional<ProcessIdentity> find(long pid);

  /** Whether exactly this process still runs. */
  boolean isAlive(ProcessIdentity identity);

  /** Whether the machine was started again since this process ran. */
  boolean isOfAnotherBoot(ProcessIdentity identity);

  /** The command line, to be shown to people. */
  String describe(long pid);

  List<ProcessEntry> list();

  /** Whether the process was started with this variable; false if the system does not tell. */
  boolean isStartedWith(long pid, String name, String value);

  /** The variables with which it was started, as {@code NAME=value}; none if nobody may know. */
  List<String> variables(long pid);

  /**
   * Whether its working directory, its program, an argument or an open file is such a place; false
   * if it is another user's, or the system does not tell.
   */
  boolean worksIn(long pid, Predicate<Path> place);
}
