package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, in a copy of the repository whose path has spaces; Maven and the JDK are fakes. */
class LauncherTest {
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

  @TempDir private Path temp;
  private Path root = Path.of("");
  private Path jdk = Path.of("");
  private Path bin = Path.of("");

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

  private static void makeOld(Path path) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void haveJdk(String version) throws IOException {
    script(jdk.resolve("bin/java"), FAKE_JAVA);
    script(jdk.resolve("bin/javac"), FAKE_JAVA);
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
  }

  private void haveMaven() throws IOException {
    script(bin.resolve("mvn"), FAKE_MAVEN);
  }

  private List<String> builds() throws IOException {
    var builds = bin.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  private Program.Ended baton(String... arguments) throws IOException, InterruptedException {
    return launch(root.resolve("baton"), root, Map.of(), arguments);
  }

  private Program.Ended launch(
      Path launcher, Path directory, Map<String, String> more, String... arguments)
      throws IOException, InterruptedException {
    try (var program = start(launcher, directory, more, arguments)) {
      return program.await();
    }
  }

  private Program start(
      Path launcher, Path directory, Map<String, String> more, String... arguments) {
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

  @Test
  void without_a_jdk_it_says_so_in_one_sentence() throws Exception {
    assertThat(baton("--version"))
        .isEqualTo(
            new Program.Ended(
                1,
                "",
                "baton: no JDK 25 or newer was found; install one (for example Eclipse Temurin 25)"
                    + " or set BATON_JAVA_HOME to its directory.\n"));
  }

  @Test
  void a_jdk_that_is_too_old_is_none() throws Exception {
    haveJdk("21.0.2");

    assertThat(baton().err()).contains("no JDK 25 or newer was found").hasLineCount(1);
  }

  @Test
  void without_maven_it_says_so_in_one_sentence() throws Exception {
    haveJdk("25.0.3");

    assertThat(baton())
        .isEqualTo(
            new Program.Ended(
                1,
                "",
                "baton: Maven was not found and is needed to build Baton; install Maven 3.8 or"
                    + " newer.\n"));
  }

  @Test
  void it_builds_once_with_the_jdk_it_found_and_then_runs() throws Exception {
    haveJdk("25");
    haveMaven();

    var first = baton("example", "two words");
    var second = baton("token");

    assertThat(builds()).containsExactly(jdk.toString());
    assertThat(first.code()).isZero();
    assertThat(first.err().lines())
        .containsExactly(
            "baton: building, which takes a minute or two the first time ...",
            "baton:   getting plugins and libraries",
            "baton:   module [7/7] Baton: the command",
            "baton:   preparing quick starts");
    var lib = root.toRealPath().resolve("app/target/baton/lib");
    assertThat(first.out().lines())
        .containsExactly(
            "locale C.UTF-8",
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            lib.resolve("a.jar") + ":" + lib.resolve("b.jar"),
            "dev.baton.app.Main",
            "example",
            "two words");
    assertThat(second.err()).isEmpty();
  }

  @Test
  void what_a_start_loads_is_written_down_after_the_build() throws Exception {
    haveJdk("25");
    haveMaven();
    Files.writeString(jdk.resolve("trains"), "");

    var started = baton("example", "a");

    var cache = root.toRealPath().resolve("app/target/baton/example.aot");
    assertThat(started.out().lines()).contains("-XX:AOTCache=" + cache);
    assertThat(cache).hasContent("trained by: example conformance");
  }

  @Test
  void the_way_to_a_server_has_a_cache_of_its_own() throws Exception {
    haveJdk("25");
    haveMaven();
    Files.writeString(jdk.resolve("trains"), "");

    var started = baton("mcp");

    var home = root.toRealPath().resolve("app/target/baton");
    assertThat(started.out().lines()).contains("-XX:AOTCache=" + home.resolve("mcp.aot"));
    assertThat(home.resolve("mcp.aot"))
        .hasContent("trained by: --data-dir " + home.resolve("training"));
  }

  private Path home() throws IOException {
    return root.toRealPath().resolve("app/target/baton");
  }

  @Test
  void a_checkout_that_was_moved_makes_its_caches_anew() throws Exception {
    haveJdk("25");
    haveMaven();
    Files.writeString(jdk.resolve("trains"), "");
    baton("mcp");
    Files.writeString(home().resolve("mcp.aot"), "made elsewhere");
    root = Files.move(root, temp.resolve("moved to"));

    var moved = baton("mcp");

    assertThat(builds()).hasSize(1);
    assertThat(moved.err()).isEqualTo("baton: preparing quick starts, once ...\n");
    assertThat(moved.out().lines()).contains("-XX:AOTCache=" + home().resolve("mcp.aot"));
    assertThat(home().resolve("mcp.aot"))
        .hasContent("trained by: --data-dir " + home().resolve("training"));
    assertThat(baton("mcp").err()).isEmpty();
  }

  @Test
  void caches_that_came_along_and_cannot_be_made_anew_are_left_alone() throws Exception {
    haveJdk("25");
    haveMaven();
    Files.writeString(jdk.resolve("trains"), "");
    baton("mcp");
    Files.delete(jdk.resolve("trains"));
    root = Files.move(root, temp.resolve("moved to"));

    var moved =
        launch(
            root.resolve("baton"),
            root,
            Map.of("BATON_AOT_CACHE", "/another/copy/baton.aot"),
            "--version");

    assertThat(moved.code()).isZero();
    assertThat(moved.out()).doesNotContain("AOTCache");
  }

  @Test
  void a_server_that_works_for_long_is_left_to_the_whole_compiler() throws Exception {
    haveJdk("25");
    haveMaven();

    assertThat(baton("example", "a", "--http", "0").out()).doesNotContain("TieredStopAtLevel");
    assertThat(baton("serve").out()).doesNotContain("TieredStopAtLevel");
  }

  @Test
  void the_memory_of_a_server_is_bounded_whatever_the_machine_has() throws Exception {
    haveJdk("25");
    haveMaven();

    assertThat(baton("serve").out().lines()).contains("-XX:+UseSerialGC", "-Xmx512m");
    assertThat(baton("example", "a", "--http", "0").out()).doesNotContain("-Xmx");
  }

  @Test
  void it_builds_again_when_a_source_is_newer_or_gone() throws Exception {
    haveJdk("26-ea");
    haveMaven();
    var source = root.resolve("app/src/main/java/A.java");
    baton();

    Files.writeString(source, "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
    baton();
    assertThat(builds()).hasSize(2);

    Files.delete(source);
    Files.setLastModifiedTime(source.getParent(), FileTime.from(Instant.now().plusSeconds(2)));
    baton();
    assertThat(builds()).hasSize(3);
  }

  @Test
  void two_starts_at_once_build_once() throws Exception {
    haveJdk("25.0.3");
    haveMaven();

    try (var one = start(root.resolve("baton"), root, Map.of());
        var two = start(root.resolve("baton"), root, Map.of())) {
      assertThat(one.await().code()).isZero();
      assertThat(two.await().code()).isZero();
    }

    assertThat(builds()).hasSize(1);
  }

  @Test
  void a_build_that_fails_shows_the_end_of_its_log() throws Exception {
    haveJdk("25.0.3");
    script(bin.resolve("mvn"), "#!/bin/bash\necho 'A.java: oh no'; exit 1\n");

    var ended = baton();

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("A.java: oh no", "the build failed", "build.log");
  }

  @Test
  void it_works_through_a_link_and_from_another_directory() throws Exception {
    haveJdk("25.0.3");
    haveMaven();
    var elsewhere = Files.createDirectories(temp.resolve("else where"));
    Files.createSymbolicLink(elsewhere.resolve("one"), Path.of("../a clone of baton/baton"));
    var link = Files.createSymbolicLink(bin.resolve("baton"), elsewhere.resolve("one"));

    var ended = launch(link, elsewhere, Map.of(), "--version");

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).endsWith("--version");
  }

  @Test
  void too_few_open_files_are_named_with_what_to_do() throws Exception {
    haveJdk("25.0.3");
    haveMaven();
    baton("--version");
    var limited =
        List.of(bin.resolve("bash").toString(), "-c", "ulimit -n 64; exec ./baton doctor");

    try (var program =
        Program.start(
            limited,
            Map.of("PATH", bin.toString(), "BATON_JDK_PLACES", temp.resolve("jdks").toString()),
            root)) {
      assertThat(program.await())
          .isEqualTo(
              new Program.Ended(
                  1,
                  "",
                  "baton: the system lets a program open 64 files here, and Baton needs at least"
                      + " 256; raise the limit, such as with 'ulimit -n 4096'.\n"));
    }
  }

  @Test
  void a_utf_8_locale_stays_as_it_is() throws Exception {
    haveJdk("25.0.3");
    haveMaven();

    var ended = launch(root.resolve("baton"), root, Map.of("LC_ALL", "de_DE.utf8"));

    assertThat(ended.out()).startsWith("locale de_DE.utf8");
  }

  @Test
  void a_cache_that_is_missing_or_broken_leaves_standard_output_alone() throws Exception {
    var launched = withTheRealProgram();

    var missing = launch(root.resolve("baton"), root, launched, "token", "list", "--json");
    Files.writeString(root.resolve("app/target/baton/baton.aot"), "no cache");
    Files.writeString(root.resolve("app/target/baton/place"), home() + "\n");
    var broken = launch(root.resolve("baton"), root, launched, "token", "list", "--json");

    assertThat(missing).isEqualTo(new Program.Ended(0, "{\"owners\":[]}", ""));
    assertThat(broken.code()).isZero();
    assertThat(broken.out()).isEqualTo("{\"owners\":[]}");
  }

  /** Lays out the built program, as a build would, and names the JDK that runs these tests. */
  private Map<String, String> withTheRealProgram() throws IOException {
    var lib = Files.createDirectories(root.resolve("app/target/baton/lib"));
    var jar = ToolProvider.findFirst("jar").orElseThrow();
    var nowhere = new PrintWriter(Writer.nullWriter());
    var number = 0;
    for (var entry : Program.classPath().split(File.pathSeparator, -1)) {
      var packed = lib.resolve(number++ + ".jar");
      if (Files.isDirectory(Path.of(entry))) {
        jar.run(nowhere, nowhere, "cf", packed.toString(), "-C", entry, ".");
      } else if (entry.endsWith(".jar")) {
        Files.createSymbolicLink(packed, Path.of(entry));
      }
    }
    Files.createFile(root.resolve("app/target/baton/stamp"));
    return Map.of(
        "BATON_JAVA_HOME", System.getProperty("java.home"),
        "BATON_HOME", temp.resolve("data").toString());
  }
}
