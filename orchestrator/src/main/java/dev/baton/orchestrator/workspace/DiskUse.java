package dev.baton.orchestrator.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Measures how much room files take. */
public final class DiskUse {
  private DiskUse() {}

  /** The bytes of a file, or of all files below a directory; links are not followed. */
  public static long of(Path place) {
    var bytes = new long[1];
    try {
      Files.walkFileTree(
          place,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              bytes[0] += attributes.size();
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              // why: files come and go while they are counted
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException problem) {
              return FileVisitResult.CONTINUE;
            }
          });
      return bytes[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same for people. */
  public static String words(long bytes) {
    return bytes < 10L << 20
        ? "%d KiB".formatted((bytes + 1023) >> 10)
        : bytes < 10L << 30 ? "%d MiB".formatted(bytes >> 20) : "%d GiB".formatted(bytes >> 30);
  }
}
