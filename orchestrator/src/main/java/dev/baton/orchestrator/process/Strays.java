package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.ProcessTable.ProcessEntry;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the processes of an agent that have cut every tie to it: no parent, no session, no marker.
 * Such a process is known by where it works, and taken for the agent's only if it cannot be the
 * user's or another program of Baton's. Thread safe.
 *
 * @param places the workspace and the directories of the programs
 * @param spared the directories of programs that go on, such as dev servers
 * @param since when the first of the programs began, in clock ticks since the boot
 */
record Strays(ProcessTable processes, Collection<Path> places, Collection<Path> spared, long since)
    implements ProcessTree.Roots {
  private static final long INIT = 1;
  private static final long SERVER = ProcessHandle.current().pid();

  /** What a login or a desktop gives to programs, and Baton to none. */
  private static final Set<String> SIGNS_OF_A_USER =
      Set.of(
          "COLORTERM",
          "DBUS_SESSION_BUS_ADDRESS",
          "DISPLAY",
          "SSH_CONNECTION",
          "SSH_TTY",
          "STY",
          "TERM_PROGRAM",
          "TMUX",
          "WAYLAND_DISPLAY",
          "XDG_RUNTIME_DIR",
          "XDG_SESSION_ID");

  @Override
  public Predicate<ProcessEntry> among(List<ProcessEntry> entries) {
    var family = new Family(entries);
    return entry ->
        isNew(entry)
            && !family.hasTerminal(entry)
            && processes.worksIn(entry.pid(), path -> isIn(places, path))
            && !processes.worksIn(entry.pid(), path -> isIn(spared, path))
            && isUnclaimed(family.newForebears(entry, this::isNew), family);
  }

  /** Whether it and its forebears have lost all parents, and belong to nobody else. */
  private boolean isUnclaimed(List<ProcessEntry> forebears, Family family) {
    return family.areOrphans(forebears)
        && forebears.stream()
            .flatMap(forebear -> processes.variables(forebear.pid()).stream())
            .noneMatch(Strays::isSomebodyElses);
  }

  private boolean isNew(ProcessEntry entry) {
    return entry.identity().startTicks() >= since;
  }

  private static boolean isIn(Collection<Path> directories, Path path) {
    return directories.stream().anyMatch(path::startsWith);
  }

  /** True for a variable of another program of Baton's, or of the user's. */
  private static boolean isSomebodyElses(String variable) {
    var name = variable.substring(0, Math.max(variable.indexOf('='), 0));
    return name.equals(DetachedCommand.MARKER)
        || SIGNS_OF_A_USER.contains(name)
        || name.startsWith("VSCODE_")
        || (name.equals("TERM") && !variable.equals("TERM=dumb"));
  }

  /** The processes with their descendants. */
  private static final class Family {
    private final Map<Long, ProcessEntry> entries = new HashMap<>();
    private final Set<Long> sessionsWithTerminal = new HashSet<>();
    private final Set<Long> parentsOfTerminals = new HashSet<>();
    private final Set<Long> ancestors = new HashSet<>();

    Family(List<ProcessEntry> all) {
      all.forEach(entry -> entries.put(entry.pid(), entry));
      all.stream()
          .filter(ProcessEntry::hasTerminal)
          .forEach(
              entry -> {
                sessionsWithTerminal.add(entry.session());
                addAncestors(entry.pid(), parentsOfTerminals);
              });
      addAncestors(SERVER, ancestors);
    }

    private void addAncestors(long pid, Set<Long> all) {
      for (var entry = entries.get(pid);
          entry != null && all.add(entry.pid());
          entry = entries.get(entry.parent())) {
        // why: the loop itself collects them
      }
    }

    /** Whether it, its session or something below it has a terminal: a shell, an editor, tmux. */
    boolean hasTerminal(ProcessEntry entry) {
      return entry.hasTerminal()
          || sessionsWithTerminal.contains(entry.session())
          || parentsOfTerminals.contains(entry.pid());
    }

    /** The process, its parent and so on, as long as they began since. */
    List<ProcessEntry> newForebears(ProcessEntry entry, Predicate<ProcessEntry> isNew) {
      return Stream.iterate(
              Optional.of(entry),
              Optional::isPresent,
              child -> child.flatMap(known -> Optional.ofNullable(entries.get(known.parent()))))
          .flatMap(Optional::stream)
          .takeWhile(forebear -> forebear.pid() != INIT && isNew.test(forebear))
          .toList();
    }

    /**
     * Whether the oldest of these has lost its parent. The system then gives it to the first
     * process, or to one above this server that collects orphans. What this server itself started
     * is no orphan.
     */
    boolean areOrphans(List<ProcessEntry> forebears) {
      var parent = forebears.getLast().parent();
      return forebears.stream().noneMatch(forebear -> forebear.pid() == SERVER)
          && parent != SERVER
          && (parent <= INIT || ancestors.contains(parent));
    }
  }
}
