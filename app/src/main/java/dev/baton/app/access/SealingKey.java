package dev.baton.app.access;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.PlainFile;
import dev.baton.app.program.CommandFailure;
import java.io.IOException;
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
    var known = PlainFile.read(file, BYTES);
    if (known.isEmpty()) {
      var key = new byte[BYTES];
      new SecureRandom().nextBytes(key);
      directory.write(FILE, key);
      return key;
    }
    if (known.get().length != BYTES) {
      throw new CommandFailure(
          "%s has %d bytes and needs %d: delete it, and the next start makes a new one; clients in the middle of a question then have to begin anew."
              .formatted(file, known.get().length, BYTES));
    }
    return known.get();
  }
}
