package dev.baton.orchestrator.store;

import dev.baton.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Commits some changes and says each, then says that it is inside of another, and hangs there. */
final class OutboxProgram {
  static final String INSIDE = "inside";

  private OutboxProgram() {}

  static Process start(String address) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                OutboxProgram.class.getName(),
                address))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] arguments) {
    try (var database = Database.open(arguments[0])) {
      var store = Store.open(database);
      var fixture = new StoreFixture(store);
      for (int count = 0; count < 20; count++) {
        System.out.println(fixture.project());
      }
      var ignored = store.<Boolean>write(OutboxProgram::hang);
    }
  }

  /** The event is written, and the transaction does not come to its end. */
  private static boolean hang(Tables tables) {
    tables.projects().insert(StoreFixture.newProject());
    var ignored = tables.events().flush();
    System.out.println(INSIDE);
    try {
      new CountDownLatch(1).await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
