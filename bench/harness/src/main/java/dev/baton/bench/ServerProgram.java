package dev.baton.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that runs in a process of its own, and what the system says about it. */
final class ServerProgram implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int KIB_PER_MIB = 1024;

  private final Process process;

  private ServerProgram(Process process) {
    this.process = process;
  }

  /** Starts a server that is spoken to over its standard streams. */
  static ServerProgram start(List<String> command) throws IOException {
    return new ServerProgram(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  /** Starts a server that is spoken to over HTTP, and waits until it listens. */
  static ServerProgram startHttp(List<String> command, int port, Path log)
      throws IOException, InterruptedException {
    var program =
        new ServerProgram(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (var _ = HttpConnection.open(port)) {
        return program;
      } catch (IOException e) {
        if (System.nanoTime() > end || !program.process.isAlive()) {
          program.close();
          throw new IOException("%s does not serve; see %s".formatted(command, log), e);
        }
        Thread.sleep(20);
      }
    }
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  void send(String line) throws IOException {
    var in = process.outputWriter();
    in.write(line);
    in.write('\n');
    in.flush();
  }

  /** The next line of standard output. */
  String line() throws IOException {
    var line = process.inputReader().readLine();
    if (line == null) {
      throw new IOException("The server ended early: " + process.info());
    }
    return line;
  }

  /** CPU time in seconds since the start, of all threads. */
  double cpuSeconds() throws IOException {
    return CpuTime.ofProcess(process.pid());
  }

  double residentMebibytes() throws IOException {
    return mebibytes("VmRSS:");
  }

  /** The most that was resident since the start. */
  double mostResidentMebibytes() throws IOException {
    return mebibytes("VmHWM:");
  }

  private double mebibytes(String field) throws IOException {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
      return lines
              .filter(line -> line.startsWith(field))
              .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
              .findFirst()
              .orElseThrow()
          / KIB_PER_MIB;
    }
  }

  /** Asks the server to end, and waits until it has. */
  void end() throws InterruptedException {
    process.toHandle().destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("The server does not end: " + process.info());
    }
  }

  /** Closes the server's input and waits for its end, which it may have to be told. */
  void leave() throws IOException, InterruptedException {
    process.outputWriter().close();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.toHandle().destroy();
      process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
