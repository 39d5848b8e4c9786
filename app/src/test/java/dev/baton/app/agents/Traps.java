package dev.baton.app.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;

/** Programs that a repository names, each of which leaves a proof when it runs. */
final class Traps {
  private final Path directory;
  private final Set<String> names = new TreeSet<>();

  Traps(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
  }

  /** A program without arguments that takes note that it ran, and then does what is asked. */
  String program(String name, String then) throws IOException {
    names.add(name);
    var file = directory.resolve(name);
    RealAgent.write(file, "#!/bin/sh\ntouch '%s'\n%s\n".formatted(proof(name), then));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }

  String hook() throws IOException {
    return program("hook", "cat > /dev/null");
  }

  /** A server that is gone at once, so that nobody waits for it. */
  String server() throws IOException {
    return program("server", "exit 1");
  }

  private Path proof(String name) {
    return directory.resolve(name + ".ran");
  }

  /** The names of all. */
  Set<String> set() {
    return new TreeSet<>(names);
  }

  /** The names of those that ran. */
  Set<String> fallenInto() {
    var ran = new TreeSet<>(names);
    ran.removeIf(name -> !Files.exists(proof(name)));
    return ran;
  }
}
