package dev.baton.app.access;

import dev.baton.app.home.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;

/**
 * The key that seals what clients carry between two rounds of a request, kept for the next start.
 */
public final class SealingKey {
  private static final String FILE = "sealing-key";
  private static final int BYTES = 32;

  private SealingKey() {}

  /** The key of this directory, which is made if there is none yet. */
  public static byte[] in(DataDirectory directory) throws IOException {
    return directory.exclusively(() -> loadOrMake(directory));
  }

  private static byte[] loadOrMake(DataDirectory directory) throws IOException {
    var file = directory.file(FILE);
    if (!Files.exists(file)) {
      var key = new byte[BYTES];
      new SecureRandom().nextBytes(key);
      directory.write(FILE, key);
    }
    return Files.readAllBytes(file);
  }
}
