package dev.baton.orchestrator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files that nobody may change until this is closed, not even root or who has them open. */
final class Frozen implements AutoCloseable {
  private final List<Path> files;
  private final boolean isDone;

  private Frozen(List<Path> files, boolean isDone) {
    this.files = files;
    this.isDone = isDone;
  }

  static Frozen of(Path... files) throws IOException, InterruptedException {
    var present = new ArrayList<Path>();
    for (var file : files) {
      if (Files.exists(file)) {
        present.add(file);
      }
    }
    return new Frozen(present, change("+i", present));
  }

  /** False where the system or the user cannot do it. */
  boolean isDone() {
    return isDone;
  }

  private static boolean change(String how, List<Path> files)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of("sh", "-c", "chattr \"$@\"", "sh", how));
    files.forEach(file -> line.add(file.toString()));
    var process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  @Override
  public void close() throws IOException {
    try {
      change("-i", files);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("%s may still be frozen".formatted(files), e);
    }
  }
}
