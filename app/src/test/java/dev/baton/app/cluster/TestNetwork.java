package dev.baton.app.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Machines in network namespaces of this one: each has an address of its own and a cable to a
 * switch. The test has a cable, too.
 */
final class TestNetwork implements AutoCloseable {
  private static final String CABLE = "eth0";
  private static final String SWITCH = "switch";
  private static final int OWN_HOST = 254;

  private final String prefix = "bt" + HexFormat.of().toHexDigits(random(0x10000), 4);
  private final String subnet = "10.%d.%d.".formatted(160 + random(40), random(250));
  private final List<Machine> machines = new ArrayList<>();

  /** A machine on the network. */
  final class Machine {
    private final String namespace;
    private final String port;
    private final String address;
    private Optional<LossyLine> line = Optional.empty();

    private Machine(String name, int host) {
      namespace = prefix + name;
      port = "port" + host;
      address = subnet + host;
    }

    String address() {
      return address;
    }

    /** The command line that runs a command on the machine. */
    List<String> command(List<String> command) {
      return Stream.concat(Stream.of("ip", "netns", "exec", namespace), command.stream()).toList();
    }

    void cut() {
      run("ip", "-n", prefix + SWITCH, "link", "set", port, "down");
    }

    void mend() {
      run("ip", "-n", prefix + SWITCH, "link", "set", port, "up");
    }

    /** What it sends and gets comes late, or not at all. */
    void impair(Duration delay, int percentLost) throws IOException {
      try {
        words(
            "tc -n %s qdisc add dev %s root netem delay %dms loss %d%%"
                .formatted(namespace, CABLE, delay.toMillis(), percentLost));
      } catch (IllegalStateException _) {
        // why: small kernels have no netem
        reroute(delay, percentLost);
      }
    }

    private void reroute(Duration delay, int percentLost) throws IOException {
      var near = prefix + "near";
      var far = prefix + "far";
      line = Optional.of(new LossyLine(near, far, delay, percentLost / 100.0));
      words("ip link set %s netns %s%s".formatted(near, prefix, SWITCH));
      words("ip link set %s netns %s%s".formatted(far, prefix, SWITCH));
      var inside = "ip -n " + prefix + SWITCH + " ";
      words(inside + "link add slow type bridge");
      words(inside + "link set slow up");
      words(inside + "link set " + far + " master bridge up");
      words(inside + "link set " + near + " master slow up");
      words(inside + "link set " + port + " master slow");
    }

    void repair() {
      if (line.isEmpty()) {
        words("tc -n %s qdisc del dev %s root".formatted(namespace, CABLE));
        return;
      }
      var inside = "ip -n " + prefix + SWITCH + " ";
      words(inside + "link set " + port + " master bridge");
      words(inside + "link del slow");
      line.get().close();
      line = Optional.empty();
    }

    /** Ends whatever runs there. */
    private void clear() {
      line.ifPresent(LossyLine::close);
      for (var pid : run("ip", "netns", "pids", namespace).strip().split("\\s+", -1)) {
        if (!pid.isEmpty()) {
          ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
      }
      run("ip", "netns", "del", namespace);
    }
  }

  private TestNetwork() {}

  /** Why there can be no such network here; empty if there can. */
  static Optional<String> findObstacle() {
    try (var network = open()) {
      var _ = network.join("try");
      return Optional.empty();
    } catch (UncheckedIOException | IllegalStateException e) {
      return Optional.of("network namespaces cannot be made here: " + e.getMessage());
    }
  }

  static TestNetwork open() {
    var network = new TestNetwork();
    try {
      network.begin();
      return network;
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  private void begin() {
    run("ip", "netns", "add", prefix + SWITCH);
    var inside = "ip -n " + prefix + SWITCH + " ";
    words(inside + "link add bridge type bridge");
    words(inside + "link set bridge up");
    words("ip link add " + prefix + " type veth peer name own netns " + prefix + SWITCH);
    words(inside + "link set own master bridge up");
    words("ip addr add " + subnet + OWN_HOST + "/24 dev " + prefix);
    words("ip link set " + prefix + " up");
  }

  Machine join(String name) {
    var machine = new Machine(name, machines.size() + 1);
    run("ip", "netns", "add", machine.namespace);
    machines.add(machine);
    words(
        "ip link add %s netns %s type veth peer name %s netns %s"
            .formatted(CABLE, machine.namespace, machine.port, prefix + SWITCH));
    words("ip -n %s%s link set %s master bridge up".formatted(prefix, SWITCH, machine.port));
    var inside = "ip -n " + machine.namespace + " ";
    words(inside + "link set lo up");
    words(inside + "addr add " + machine.address + "/24 dev " + CABLE);
    words(inside + "link set " + CABLE + " up");
    return machine;
  }

  @Override
  public void close() {
    machines.forEach(Machine::clear);
    try {
      // why first: its other end is in the switch, and the name is free as soon as it is gone
      words("ip link del " + prefix);
      run("ip", "netns", "del", prefix + SWITCH);
    } catch (IllegalStateException e) {
      System.err.println("The network " + prefix + " was not all there: " + e.getMessage());
    }
  }

  private static int random(int bound) {
    // why not from the seed: networks of several runs are there at once
    return ThreadLocalRandom.current().nextInt(bound);
  }

  private static void words(String line) {
    run(line.split(" "));
  }

  /** What a program prints that must succeed. */
  static String run(String... command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("%s: %s".formatted(String.join(" ", command), text));
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
