package dev.baton.mcp.soak;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process holds.
 *
 * @param files open files and sockets
 * @param threads of the operating system and virtual ones
 * @param heapMegabytes after a collection
 */
record Footprint(long files, long threads, long heapMegabytes) {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  static Footprint now() {
    System.gc();
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return new Footprint(openFiles(), liveThreads(), heap / 1024 / 1024);
  }

  private static long openFiles() {
    if (!Files.isDirectory(OPEN_FILES)) {
      return 0;
    }
    try (var files = Files.list(OPEN_FILES)) {
      return files.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts virtual threads too, which only a dump shows. */
  private static long liveThreads() {
    try {
      var dump = Files.createTempDirectory("threads").resolve("dump.json");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
      try (var lines = Files.lines(dump)) {
        return lines.filter(line -> line.contains("\"tid\"")).count();
      } finally {
        Files.delete(dump);
        Files.delete(dump.getParent());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * True if this is not noticeably more than before; the web server's own threads come and go
   * within their bound.
   */
  boolean isNoMoreThan(Footprint before) {
    return files <= before.files + 20
        && threads <= before.threads + 40
        && heapMegabytes <= before.heapMegabytes + 24;
  }
}
