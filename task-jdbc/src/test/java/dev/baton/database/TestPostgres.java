package dev.baton.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL, started once for all tests of a JVM, which also ends it. Where it cannot start
 * the tests are skipped and say why; with CI=true they fail.
 */
public final class TestPostgres {
  private static final Logger LOG = LoggerFactory.getLogger(TestPostgres.class);
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private static final class Server {
    static final EmbeddedPostgres RUNNING = start();

    private static EmbeddedPostgres start() {
      for (int tries = 1; ; tries++) {
        try {
          return builder().start();
        } catch (IOException failure) {
          // why again: its port was free when it was chosen, and may be taken by now
          if (tries == 3) {
            throw new UncheckedIOException(failure);
          }
        }
      }
    }
  }

  private TestPostgres() {}

  /**
   * A PostgreSQL that writes what it says into a file of the build.
   *
   * <p>why no pipe: the program that starts it ends and leaves the pipe to the database. Whoever
   * reads it keeps the runtime from forgetting the process id of that program, and the next child
   * with that id counts as ended, with its output lost.
   */
  public static EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setPGStartupWait(Duration.ofMinutes(1))
        .setOutputRedirector(
            ProcessBuilder.Redirect.appendTo(Path.of("target", "postgres.log").toFile()));
  }

  /** The address of an empty schema. */
  public static String newAddress() {
    EmbeddedPostgres server = server();
    String schema = "test" + SCHEMAS.incrementAndGet();
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema " + schema);
    } catch (SQLException failure) {
      throw new IllegalStateException("No schema for a test", failure);
    }
    return server.getJdbcUrl("postgres", "postgres") + "&currentSchema=" + schema;
  }

  public static int port() {
    return server().getPort();
  }

  private static EmbeddedPostgres server() {
    try {
      return Server.RUNNING;
    } catch (ExceptionInInitializerError | NoClassDefFoundError failure) {
      if ("true".equals(System.getenv("CI"))) {
        throw failure;
      }
      LOG.warn("Tests on PostgreSQL are skipped, because it does not start here", failure);
      return Assumptions.abort("PostgreSQL does not start here: " + failure.getCause());
    }
  }
}
