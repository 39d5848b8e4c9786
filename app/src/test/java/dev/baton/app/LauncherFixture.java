package dev.baton.app;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of the repository whose path has spaces, with its launcher; Maven and the JDK are fakes.
 */
abstract class LauncherFixture {
  private static final String FAKE_JAVA =
      """
      #!/bin/bash
      case $1 in -XX:AOTCacheOutput=*)
        [ -f "$(dirname "$0")/../trains" ] || exit 1
        grep -q tools/list && printf 'trained by: %s' "${*: -2}" > "${1#-XX:AOTCacheOutput=}"
        exit ;;
      esac
      printf 'locale %s\\n' "$LC_ALL"
      printf '%s\\n' "$@"
      """;
  private static final String FAKE_MAVEN =
      """
      #!/bin/bash
      echo "$JAVA_HOME" >> "$(dirname "$0")/builds"
      sleep 0.2
      for argument in "$@"; do
        case $argument in -Dbaton.lib=*) lib=${argument#-Dbaton.lib=} ;; esac
      done
      mkdir -p "$lib" && touch "$lib/b.jar" "$lib/a.jar"
      echo '[INFO] Downloading from somewhere: a'
      echo '[INFO] Downloading from somewhere: b'
      echo '[INFO] Building Baton: the command 0.1.0-SNAPSHOT              [7/7]'
      echo chatter of the build
      """;

  @TempDir Path temp;
  Path root = Path.of("");
  Path jdk = Path.of("");
  Path bin = Path.of("");

  @BeforeEach
  void copyTheLauncher() throws IOException {
    root = Files.createDirectories(temp.resolve("a clone of baton"));
    bin = Files.createDirectories(temp.resolve("bin"));
    jdk = temp.resolve("jdks/jdk 25");
    for (var file :
        List.of("baton", "tools/find-jdk", "tools/start", "tools/training-messages.jsonl")) {
      var copy = root.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(Repository.root().resolve(file), copy);
    }
    Files.createDirectories(root.resolve("app/src/main/java"));
    Files.writeString(root.resolve("app/pom.xml"), "<project/>");
    makeOld(root.resolve("app/pom.xml"));
    makeOld(root.resolve("app/src/main/java"));
    makeOld(root.resolve("app/src/main"));
    for (var tool :
        "bash dirname readlink find touch mkdir mv rm tail cat uname sleep flock grep"
            .split(" ", -1)) {
      link(tool);
    }
  }

  /** Puts a program of this machine on the otherwise empty path. */
  private void link(String tool) throws IOException {
    for (var directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
      var program = Path.of(directory, tool);
      if (Files.isExecutable(program)) {
        Files.createSymbolicLink(bin.resolve(tool), program);
        return;
      }
    }
  }

  static void makeOld(Path path) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
  }

  static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  void haveJdk(String version) throws IOException {
    script(jdk.resolve("bin/java"), FAKE_JAVA);
    script(jdk.resolve("bin/javac"), FAKE_JAVA);
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
  }

  void haveMaven() throws IOException {
    script(bin.resolve("mvn"), FAKE_MAVEN);
  }

  List<String> builds() throws IOException {
    var builds = bin.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  Program.Ended baton(String... arguments) throws IOException, InterruptedException {
    return launch(root.resolve("baton"), root, Map.of(), arguments);
  }

  Program.Ended launch(Path launcher, Path directory, Map<String, String> more, String... arguments)
      throws IOException, InterruptedException {
    try (var program = start(launcher, directory, more, arguments)) {
      return program.await();
    }
  }

  Program start(Path launcher, Path directory, Map<String, String> more, String... arguments) {
    var environment = new HashMap<String, String>();
    List.of("JAVA_HOME", "BATON_JAVA_HOME", "LC_ALL", "LC_CTYPE", "LANG")
        .forEach(name -> environment.put(name, ""));
    environment.put("PATH", bin.toString());
    environment.put("BATON_JDK_PLACES", temp.resolve("jdks").toString());
    environment.putAll(more);
    var command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    return Program.start(command, environment, directory);
  }

  Path home() throws IOException {
    return root.toRealPath().resolve("app/target/baton");
  }
}
