package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where everything is that runs here.
 *
 * @param root the source tree
 * @param node the program
 */
record Installation(Path root, String node) {
  /** The same heap for all. */
  private static final String HEAP = "-Xmx512m";

  Path bench() {
    return root.resolve("bench");
  }

  /** For what is made while measuring. */
  Path target() {
    return bench().resolve("target");
  }

  String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The command line of a Java peer, with the launcher's way to keep standard output clean. */
  List<String> javaPeer(String module, List<String> options, String argument) {
    var command = new ArrayList<String>();
    command.addAll(List.of(java(), "-Xlog:disable", "-Xlog:all=error:stderr", HEAP));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(module), "dev.baton.bench.peer.EchoServer", argument));
    return command;
  }

  /** Our server whose runs are kept in this store: none, memory, or a database. */
  List<String> durablePeer(String store) {
    return List.of(
        java(),
        HEAP,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classPath("baton"),
        "dev.baton.bench.peer.DurableServer",
        Peer.PORT,
        store);
  }

  /** The command line of the product. */
  List<String> baton(String... arguments) {
    var command = new ArrayList<>(List.of(root.resolve("baton").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  Path log(String name) throws IOException {
    return Files.createDirectories(target().resolve("logs"))
        .resolve(name.replaceAll("[^A-Za-z0-9.]+", "-") + ".log");
  }

  /** An empty directory of this name for what a measurement makes. */
  Path newDirectory(String name) throws IOException {
    var directory = target().resolve("data").resolve(name);
    delete(directory);
    return Files.createDirectories(directory);
  }

  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  List<String> quarkusPeer() {
    var jar = bench().resolve("peers/quarkus/target/quarkus-app/quarkus-run.jar");
    return List.of(java(), HEAP, "-Dquarkus.http.port=" + Peer.PORT, "-jar", jar.toString());
  }

  List<String> nodePeer(String script, String... arguments) {
    var command = new ArrayList<String>();
    command.addAll(List.of(node, target().resolve("typescript").resolve(script).toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private String classPath(String module) {
    var target = bench().resolve("peers").resolve(module).resolve("target");
    try (var libraries = Files.list(target.resolve("lib"));
        var own = Files.list(target)) {
      var jars = new ArrayList<Path>();
      own.filter(file -> file.toString().endsWith(".jar")).forEach(jars::add);
      libraries.sorted().forEach(jars::add);
      return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
    } catch (IOException e) {
      throw new IllegalStateException(target + " is not built; use bench/run", e);
    }
  }
}
