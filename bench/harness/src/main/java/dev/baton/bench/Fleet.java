package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server that runs no agents and the workers that run them, all on this machine. */
final class Fleet implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;

  private final Installation installation;
  private final Path directory;
  private final String address;
  private final BatonServer server;
  private final List<ServerProgram> workers = new ArrayList<>();

  private Fleet(Installation installation, Path directory, String address, BatonServer server) {
    this.installation = installation;
    this.directory = directory;
    this.address = address;
    this.server = server;
  }

  /** Starts them on a PostgreSQL, and returns when all are known. */
  static Fleet start(
      Installation installation, Path directory, String address, int workers, int room)
      throws IOException, InterruptedException {
    var server =
        BatonServer.start(
            installation, directory.resolve("server"), "--no-agents", "--db", address);
    var fleet = new Fleet(installation, directory, address, server);
    try {
      fleet.addWorkers(workers, room);
      return fleet;
    } catch (IOException e) {
      fleet.close();
      throw e;
    }
  }

  BatonServer server() {
    return server;
  }

  void addWorkers(int count, int room) throws IOException, InterruptedException {
    var token = token();
    for (int number = 0; number < count; number++) {
      var name = "w" + workers.size();
      var command =
          installation.baton(
              "worker",
              "--data-dir",
              directory.resolve(name).toString(),
              "--name",
              name,
              "--max-running",
              Integer.toString(room),
              "--token-file",
              token.toString(),
              "--server",
              server.address(),
              "--db",
              address);
      workers.add(ServerProgram.start(command));
    }
    for (var worker : workers.subList(workers.size() - count, workers.size())) {
      worker.line();
    }
    while (count > 0 && !canRun(workers.size())) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Whether so many nodes have said that they have the agent. */
  private boolean canRun(int count) throws IOException {
    for (var executor : server.call("list_executors", "{}").path("executors")) {
      if (executor.path("executor").asString("").equals("FAKE_AGENT")) {
        return executor.path("nodes").size() >= count;
      }
    }
    return false;
  }

  private Path token() throws IOException, InterruptedException {
    var file = directory.resolve("worker-token");
    if (!Files.exists(file)) {
      var command =
          installation.baton(
              "token",
              "add",
              "workers",
              "--worker",
              "--data-dir",
              directory.resolve("server").toString());
      var process = new ProcessBuilder(command).start();
      Files.writeString(
          file, new String(process.getInputStream().readAllBytes(), UTF_8).strip() + "\n");
      if (process.waitFor() != 0) {
        throw new IOException("No token was made by " + command);
      }
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    workers.forEach(ServerProgram::close);
    server.close();
  }
}
