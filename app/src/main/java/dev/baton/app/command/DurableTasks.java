package dev.baton.app.command;

import dev.baton.app.access.SealingKey;
import dev.baton.app.home.DataDirectory;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Clock;

/** Lets a server's tasks, and the rounds of its requests, outlive it in a data directory. */
final class DurableTasks implements AutoCloseable {
  private static final String DATABASE_FILE = "tasks.db";
  private static final String LOCK_FILE = "tasks.lock";

  private final Database database;
  private final byte[] sealingKey;
  private final FileChannel lockFile;
  private final boolean isAlone;

  private DurableTasks(
      Database database, byte[] sealingKey, FileChannel lockFile, boolean isAlone) {
    this.database = database;
    this.sealingKey = sealingKey;
    this.lockFile = lockFile;
    this.isAlone = isAlone;
  }

  static DurableTasks in(DataDirectory directory) throws IOException {
    var key = SealingKey.in(directory);
    var lockFile =
        FileChannel.open(
            directory.file(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    // why: whoever has the lock is the first, and may take what runs in the store for left behind
    var isAlone = lockFile.tryLock() != null;
    return new DurableTasks(Database.open(directory.file(DATABASE_FILE)), key, lockFile, isAlone);
  }

  McpServerBuilder addTo(McpServerBuilder server) {
    var durable =
        server
            .withTaskStore(JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT))
            .withSealingKey(sealingKey);
    return isAlone ? durable : durable.withoutRecovery();
  }

  @Override
  public void close() throws IOException {
    database.close();
    lockFile.close();
  }
}
