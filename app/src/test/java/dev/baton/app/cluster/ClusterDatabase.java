package dev.baton.app.cluster;

import static org.awaitility.Awaitility.await;

import dev.baton.app.cluster.TestNetwork.Machine;
import dev.baton.database.TestPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL on a machine of the network, which can be stopped, killed and started again. */
final class ClusterDatabase implements AutoCloseable {
  private static final int PORT = 5432;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Machine machine;
  private final Path directory;
  private final Path programs;
  private Process process;

  private ClusterDatabase(Machine machine, Path directory, Path programs) throws IOException {
    this.machine = machine;
    this.directory = directory;
    this.programs = programs;
    process = begin();
  }

  static ClusterDatabase start(Machine machine, Path directory) throws IOException {
    var data = directory.resolve("data");
    // why started once here: it unpacks the programs and makes the data directory
    TestPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start().close();
    Files.writeString(
        data.resolve("pg_hba.conf"), "host all all all trust\n", StandardOpenOption.APPEND);
    var database = new ClusterDatabase(machine, directory, programs(data));
    database.awaitReady();
    return database;
  }

  /** Where the programs are: those of one process of tests are unpacked once. */
  private static Path programs(Path data) throws IOException {
    var command = Files.readString(data.resolve("postmaster.opts"));
    return Path.of(command.substring(0, command.indexOf(' '))).resolveSibling("");
  }

  String address() {
    return "jdbc:postgresql://%s:%d/postgres?user=postgres".formatted(machine.address(), PORT);
  }

  private Process begin() throws IOException {
    var command = new ArrayList<String>();
    if ("root".equals(System.getProperty("user.name"))) {
      // why: PostgreSQL refuses to run as root, and there it is nobody
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(
        List.of(
            programs.resolve("postgres").toString(),
            "-D",
            directory.resolve("data").toString(),
            "-p",
            Integer.toString(PORT),
            "-k",
            "",
            "-c",
            "listen_addresses=*"));
    return new ProcessBuilder(machine.command(command))
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(new File(directory.toFile(), "postgres.log")))
        .start();
  }

  void stop() {
    // why SIGINT is not at hand: SIGTERM waits for clients that stay
    TestNetwork.run("kill", "-INT", Long.toString(process.pid()));
    process.onExit().join();
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }

  void startAgain() throws IOException {
    process = begin();
    awaitReady();
  }

  private void awaitReady() {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(SQLException.class)
        .until(
            () -> {
              if (!process.isAlive()) {
                // why: children of one that was killed hold its memory for a moment
                process = begin();
              }
              try (var connection = DriverManager.getConnection(address())) {
                return connection.isValid(5);
              }
            });
  }

  @Override
  public void close() {
    kill();
  }
}
