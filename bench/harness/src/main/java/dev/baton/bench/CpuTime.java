package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** CPU time in seconds, as Linux counts it. */
final class CpuTime {
  private static final double TICKS_PER_SECOND = 100;

  private CpuTime() {}

  /** What a process has used, all its threads together. */
  static double ofProcess(long pid) throws IOException {
    return sum(statistics(Long.toString(pid)).subList(11, 13));
  }

  /** What this program has used, and the servers that it has started and that have ended. */
  static double ownAndChildren() throws IOException {
    return sum(statistics("self").subList(11, 15));
  }

  /** What the whole machine has used, waiting not included. */
  static double ofMachine() throws IOException {
    var fields = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +", -1);
    // why: user, nice, system, (idle, waiting), interrupts, soft interrupts, steal
    return sum(List.of(fields[1], fields[2], fields[3], fields[6], fields[7], fields[8]));
  }

  private static List<String> statistics(String process) throws IOException {
    var line = Files.readString(Path.of("/proc", process, "stat"));
    // why: the second field is a name, which may have spaces in it
    return Arrays.asList(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
  }

  private static double sum(List<String> ticks) {
    return ticks.stream().mapToDouble(Double::parseDouble).sum() / TICKS_PER_SECOND;
  }
}
