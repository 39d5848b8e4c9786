package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.ProcessTable.ProcessEntry;
import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Processes that belong together, and all their descendants. What was once seen stays a member
 * while it lives, even if it cuts all ties. Not thread safe.
 */
final class ProcessTree {
  /** Tells of all processes that run which ones belong here, their descendants aside. */
  interface Roots {
    Predicate<ProcessEntry> among(List<ProcessEntry> entries);
  }

  private final ProcessTable processes;
  private final Roots roots;
  private final ProcessIdentity wrapper;
  private final Set<ProcessIdentity> seen = new LinkedHashSet<>();

  private ProcessTree(ProcessTable processes, Roots roots, ProcessIdentity wrapper) {
    this.processes = processes;
    this.roots = roots;
    this.wrapper = wrapper;
  }

  /**
   * Everything that belongs to a program, the wrapper aside: descendants, members of its group and
   * session, and whoever carries its marker.
   */
  static ProcessTree of(ProcessTable processes, RunningProgram program) {
    return new ProcessTree(
        processes,
        _ -> {
          var ownsPid = ownsPid(processes, program);
          return entry -> isMember(processes, program, entry, ownsPid);
        },
        program.wrapper());
  }

  static ProcessTree of(ProcessTable processes, Roots roots) {
    return new ProcessTree(processes, roots, ProcessIdentity.NOBODY);
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
    var isRoot = roots.among(entries);
    var members = new HashSet<Long>();
    for (var entry : entries) {
      if (seen.contains(entry.identity()) || isRoot.test(entry)) {
        members.add(entry.pid());
      }
    }
    addDescendants(entries, members);
    entries.stream()
        .filter(entry -> members.contains(entry.pid()))
        .map(ProcessEntry::identity)
        .filter(identity -> !identity.equals(wrapper))
        .forEach(seen::add);
    return remaining();
  }

  private static boolean isMember(
      ProcessTable processes, RunningProgram program, ProcessEntry entry, boolean ownsPid) {
    var leader = program.wrapper().pid();
    return entry.identity().equals(program.wrapper())
        || (ownsPid && (entry.group() == leader || entry.session() == leader))
        || (entry.pid() == program.program().pid() && processes.isAlive(program.program()))
        || processes.isStartedWith(
            entry.pid(), DetachedCommand.MARKER, program.processId().toString());
  }

  /**
   * Whether the wrapper's pid, which is also the number of its group and session, is still its own:
   * the system gives it to nobody while a member of the group lives.
   */
  private static boolean ownsPid(ProcessTable processes, RunningProgram program) {
    return !processes.isOfAnotherBoot(program.wrapper())
        && processes
            .find(program.wrapper().pid())
            .map(_ -> processes.isAlive(program.wrapper()))
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
