package dev.baton.orchestrator.process;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Everything that belongs to a run, the wrapper aside: descendants, members of its group and
 * session, and whoever carries its marker. What was once seen stays a member while it lives, even
 * if it cuts all ties. Not thread safe.
 */
final class ProcessTree {
  private final ProcessTable processes;
  private final Run run;
  private final Set<ProcessIdentity> seen = new LinkedHashSet<>();

  ProcessTree(ProcessTable processes, Run run) {
    this.processes = processes;
    this.run = run;
  }

  /** How many processes were ever seen. */
  int size() {
    return seen.size();
  }

  /** Those of the members seen so far that still run. */
  List<ProcessIdentity> remaining() {
    return seen.stream().filter(processes::isAlive).toList();
  }

  /** Looks for new members, and returns all that run. */
  List<ProcessIdentity> refresh() {
    var entries = processes.list();
    var members = new HashSet<Long>();
    var ownsPid = ownsPid();
    for (var entry : entries) {
      if (isMember(entry, ownsPid)) {
        members.add(entry.pid());
      }
    }
    addDescendants(entries, members);
    entries.stream()
        .filter(entry -> members.contains(entry.pid()))
        .map(ProcessEntry::identity)
        .filter(identity -> !identity.equals(run.wrapper()))
        .forEach(seen::add);
    return remaining();
  }

  private boolean isMember(ProcessEntry entry, boolean ownsPid) {
    if (entry.identity().equals(run.wrapper()) || seen.contains(entry.identity())) {
      return true;
    }
    var leader = run.wrapper().pid();
    return (ownsPid && (entry.group() == leader || entry.session() == leader))
        || (entry.pid() == run.program().pid() && processes.isAlive(run.program()))
        || processes.isStartedWith(entry.pid(), DetachedCommand.MARKER, run.processId().toString());
  }

  /**
   * Whether the wrapper's pid, which is also the number of its group and session, is still its own:
   * the system gives it to nobody while a member of the group lives.
   */
  private boolean ownsPid() {
    return !processes.isOfAnotherBoot(run.wrapper())
        && processes
            .find(run.wrapper().pid())
            .map(_ -> processes.isAlive(run.wrapper()))
            .orElse(true);
  }

  private static void addDescendants(List<ProcessEntry> entries, Set<Long> members) {
    var grew = true;
    while (grew) {
      grew = false;
      for (var entry : entries) {
        if (members.contains(entry.parent()) && members.add(entry.pid())) {
          grew = true;
        }
      }
    }
  }
}
