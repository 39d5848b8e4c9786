package dev.baton.app.background;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;

/** Keeps servers away from a data directory while something else is done with it. */
public final class ServerLock implements AutoCloseable {
  /** Locked by the server as long as it runs. */
  public static final String FILE = "serve.lock";

  private final FileChannel channel;

  private ServerLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the place of the server.
   *
   * @param purpose what needs it, for the sentence that says why it cannot be done
   * @throws CommandFailure if a server runs; it says how to stop it
   */
  public static ServerLock take(DataDirectory directory, String purpose) throws IOException {
    var running = ServerFile.findRunning(directory);
    if (running.isPresent()) {
      throw new CommandFailure(
          FailureCode.BUSY,
          "A server of %s runs at %s (pid %d), and %s needs the board for itself: stop it with 'baton stop --data-dir %s', then repeat this; agents go on meanwhile."
              .formatted(directory, running.get().url(), running.get().pid(), purpose, directory));
    }
    directory.make();
    var channel =
        FileChannel.open(directory.file(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return new ServerLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      // why: a server in this very process holds it
    }
    channel.close();
    throw new CommandFailure(
        FailureCode.BUSY,
        "A worker of %s runs, or a server of it is starting or ending, and %s needs the directory for itself: a worker has no board, so name the directory of its server with --data-dir, or end the worker with Ctrl+C or 'kill'; else repeat this in a moment."
            .formatted(directory, purpose));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
