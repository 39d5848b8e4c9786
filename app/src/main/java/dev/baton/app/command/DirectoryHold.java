package dev.baton.app.command;

import dev.baton.app.background.ServerFile;
import dev.baton.app.background.ServerLock;
import dev.baton.app.doctor.OpenFiles;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.home.HeldFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** Lets one program at a time have a data directory. */
final class DirectoryHold {
  /** What is done while nobody else has the directory. */
  interface Body {
    void run(HeldFile held) throws IOException, InterruptedException;
  }

  private DirectoryHold() {}

  static void run(DataDirectory directory, Body body) throws IOException, InterruptedException {
    OpenFiles.findProblem()
        .ifPresent(
            problem -> {
              throw new CommandFailure(FailureCode.INTERNAL, problem);
            });
    make(directory);
    try (var file =
            FileChannel.open(
                directory.file(ServerLock.FILE),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var lock = file.tryLock()) {
      if (lock == null) {
        throw new CommandFailure(
            FailureCode.ALREADY_DONE,
            ServerFile.findRunning(directory)
                .map(
                    server ->
                        "A server of %s runs already, at %s (pid %d)."
                            .formatted(directory, server.url(), server.pid()))
                .orElse(
                    "A server of %s is starting already, or a worker of it runs."
                        .formatted(directory)));
      }
      body.run(HeldFile.at(directory.file(ServerLock.FILE)));
    }
  }

  private static void make(DataDirectory directory) {
    try {
      directory.make();
    } catch (IOException e) {
      throw new CommandFailure(
          "The data directory %s cannot be used (%s); %s"
              .formatted(directory, DataDirectory.reason(e), DataDirectory.NAME_ANOTHER),
          e);
    }
  }
}
