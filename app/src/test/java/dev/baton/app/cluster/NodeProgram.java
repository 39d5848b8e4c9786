package dev.baton.app.cluster;

import dev.baton.app.Main;
import dev.baton.app.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How nodes are started. In a long test they are started hundreds of times, each of which takes
 * seconds of a processor: there the first one leaves a cache for the others when it ends.
 */
final class NodeProgram {
  /** Small and quick to start: there are five of them beside their agents. */
  private static final List<String> JVM =
      List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final List<String> options;
  private final String classPath;

  private NodeProgram(List<String> options, String classPath) {
    this.options = List.copyOf(options);
    this.classPath = classPath;
  }

  static NodeProgram plain() {
    return new NodeProgram(JVM, Program.classPath());
  }

  /** The same from archives, because no cache is made of directories. */
  static NodeProgram archived(Path directory) throws IOException {
    Files.createDirectories(directory);
    var places = new ArrayList<String>();
    for (var place : Program.classPath().split(File.pathSeparator, -1)) {
      places.add(Files.isDirectory(Path.of(place)) ? archive(place, directory) : place);
    }
    return new NodeProgram(JVM, String.join(File.pathSeparator, places));
  }

  private static String archive(String classes, Path directory) {
    var name = Path.of(classes).toAbsolutePath().toString().replace(File.separatorChar, '-');
    var archive = directory.resolve(name.substring(1) + ".jar").toString();
    TestNetwork.run(
        Path.of(System.getProperty("java.home"), "bin", "jar").toString(),
        "--create",
        "--no-compress",
        "--file",
        archive,
        "-C",
        classes,
        ".");
    return archive;
  }

  /** One that leaves a cache when it ends. */
  NodeProgram training(Path cache) {
    return with("-XX:AOTCacheOutput=" + cache);
  }

  NodeProgram cached(Path cache) {
    return with("-XX:AOTCache=" + cache);
  }

  private NodeProgram with(String option) {
    return new NodeProgram(Stream.concat(options.stream(), Stream.of(option)).toList(), classPath);
  }

  List<String> command(List<String> words) {
    return Program.javaCommand(options, Main.class, words.toArray(String[]::new)).stream()
        .map(word -> word.equals(Program.classPath()) ? classPath : word)
        .collect(Collectors.toList());
  }
}
