package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that is measured on, as Linux describes it. */
final class Machine {
  private static final int KIB_PER_GIB = 1024 * 1024;

  private Machine() {}

  static String describe(Installation installation) throws IOException, InterruptedException {
    return "%d cores of %s, %.0f GiB of memory, JDK %s, Node %s"
        .formatted(
            cores(),
            field("/proc/cpuinfo", "model name"),
            Double.parseDouble(field("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", ""))
                / KIB_PER_GIB,
            Runtime.version(),
            version(installation.node()));
  }

  static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** The load average of the last minute. */
  static double load() throws IOException {
    return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
  }

  private static String field(String file, String name) throws IOException {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    }
  }

  private static String version(String program) throws IOException, InterruptedException {
    var process = new ProcessBuilder(program, "--version").start();
    var line = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    process.waitFor();
    return line;
  }
}
