package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An AOT cache: what a JVM has loaded and linked in a training run, for the next to begin with. */
final class AotCache {
  private AotCache() {}

  /** Trains a Java command that serves over standard streams, and returns the one to start. */
  static List<String> train(List<String> command, Path cache)
      throws IOException, InterruptedException {
    Files.createDirectories(cache.toAbsolutePath().getParent());
    Files.deleteIfExists(cache);
    try (var server = ServerProgram.start(with(command, "-XX:AOTCacheOutput=" + cache))) {
      StdioConversation.begin(server);
      StdioConversation.call(server);
      server.leave();
    }
    if (!Files.exists(cache)) {
      throw new IOException("The training run left no " + cache);
    }
    return with(command, "-XX:AOTCache=" + cache);
  }

  private static List<String> with(List<String> command, String option) {
    var changed = new ArrayList<>(command);
    changed.add(1, option);
    return changed;
  }
}
