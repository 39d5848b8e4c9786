package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
