package dev.baton.app.command;

import dev.baton.app.access.SealingKey;
import dev.baton.app.home.DataDirectory;
import dev.baton.database.Database;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.IOException;
import java.time.Clock;

/** Lets a server's tasks, and the rounds of its requests, outlive it in a data directory. */
final class DurableTasks implements AutoCloseable {
  private static final String DATABASE_FILE = "tasks.db";

  private final Database database;
  private final byte[] sealingKey;

  private DurableTasks(Database database, byte[] sealingKey) {
    this.database = database;
    this.sealingKey = sealingKey;
  }

  static DurableTasks in(DataDirectory directory) throws IOException {
    var key = SealingKey.in(directory);
    return new DurableTasks(Database.open(directory.file(DATABASE_FILE)), key);
  }

  McpServerBuilder addTo(McpServerBuilder server) {
    return server
        .withTaskStore(JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT))
        .withSealingKey(sealingKey);
  }

  @Override
  public void close() {
    database.close();
  }
}
