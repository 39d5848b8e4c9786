package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The launcher, in a copy of the repository whose path has spaces; Maven and the JDK are fakes. */
@Tag("slow")
class LauncherTest extends LauncherFixture {
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
            "-Xlog:all=error,aot*=off:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx1g",
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

  @Test
  void verbs_have_a_cache_of_their_own() throws Exception {
    haveJdk("25");
    haveMaven();
    Files.writeString(jdk.resolve("trains"), "");

    var verb = baton("task", "list");

    assertThat(verb.out().lines()).contains("-XX:AOTCache=" + home().resolve("verbs.aot"));
    assertThat(home().resolve("verbs.aot"))
        .hasContent("trained by: verbs " + home().resolve("training"));
    assertThat(baton("serve").out().lines())
        .contains("-XX:AOTCache=" + home().resolve("baton.aot"));
  }

  @Test
  void a_start_during_the_training_after_a_build_waits_and_does_not_train_as_well()
      throws Exception {
    haveJdk("25");
    haveMaven();
    var flock = bin.resolve("flock").toRealPath();
    Files.delete(bin.resolve("flock"));
    script(
        bin.resolve("flock"),
        """
        #!/bin/bash
        if [ -n "${SECOND:-}" ]; then touch '%s/waits'; fi
        exec '%s' "$@"
        """
            .formatted(temp, flock));
    script(
        jdk.resolve("bin/java"),
        """
        #!/bin/bash
        cd '%s'
        await() { until [ -f "$1" ]; do sleep 0.05; done; }
        case "$*" in
          -XX:AOTCacheOutput=*)
            echo "${1##*/}" >> trained
            echo cache > "${1#*=}"
            case $1 in *mcp.aot*)
              if [ -z "${SECOND:-}" ]; then
                (SECOND=1 '%s' again; touch ended) >/dev/null 2>&1 8>&- 9>&- &
                await waits
              fi ;;
            esac ;;
          *' once') await ended ;;
        esac
        """
            .formatted(temp, root.resolve("baton")));

    assertThat(baton("once").code()).isZero();

    assertThat(temp.resolve("trained"))
        .hasContent("example.aot.new\nbaton.aot.new\nmcp.aot.new\nverbs.aot.new");
  }

  @Test
  void a_training_that_is_interrupted_leaves_no_server() throws Exception {
    haveJdk("25");
    haveMaven();
    var said = temp.resolve("said");
    script(
        jdk.resolve("bin/java"),
        """
        #!/bin/bash
        case "$*" in
          *' mcp --data-dir '*) mkdir -p "${*: -1}" && kill -TERM $PPID ;;
          *' stop --data-dir '*) printf '%%s' "${*: -3}" > '%s' && [ -d "${*: -1}" ] ;;
        esac
        """
            .formatted(said));

    var interrupted = baton("mcp");

    assertThat(interrupted.code()).isEqualTo(130);
    assertThat(said).hasContent("stop --data-dir " + home().resolve("training"));
    assertThat(home().resolve("training")).doesNotExist();
    assertThat(home().resolve("place")).doesNotExist();
  }

  @Test
  void a_server_that_works_for_long_is_left_to_the_whole_compiler() throws Exception {
    haveJdk("25");
    haveMaven();

    assertThat(baton("example", "a", "--http", "0").out()).doesNotContain("TieredStopAtLevel");
    assertThat(baton("serve").out()).doesNotContain("TieredStopAtLevel");
  }

  @Test
  void a_verb_that_asks_a_server_compiles_little() throws Exception {
    haveJdk("25");
    haveMaven();

    assertThat(baton("task", "list").out()).contains("-XX:CompileThresholdScaling=8");
    assertThat(baton("serve").out()).doesNotContain("CompileThresholdScaling");
    assertThat(baton("example", "a").out()).doesNotContain("CompileThresholdScaling");
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
  void it_looks_at_no_other_files_than_those_it_is_built_from() throws Exception {
    haveJdk("25.0.3");
    haveMaven();
    var others =
        List.of(
            root.resolve("bench/peers/some/src/main/java/A.java"),
            root.resolve("app/src/test/java/ATest.java"),
            root.resolve("app/src/main/java/.A.java.swp"));
    for (var other : others) {
      Files.createDirectories(other.getParent());
      Files.writeString(other, "class A {}");
    }
    baton();

    for (var other : others) {
      Files.setLastModifiedTime(other, FileTime.from(Instant.now().plusSeconds(1)));
    }
    var ended = baton();

    assertThat(builds()).hasSize(1);
    assertThat(ended.err()).isEmpty();
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
  void a_utf_8_locale_stays_as_it_is() throws Exception {
    haveJdk("25.0.3");
    haveMaven();

    var ended = launch(root.resolve("baton"), root, Map.of("LC_ALL", "de_DE.utf8"));

    assertThat(ended.out()).startsWith("locale de_DE.utf8");
  }

  @Test
  void a_cache_that_is_missing_or_broken_is_not_said_and_changes_nothing() throws Exception {
    var launched = withTheRealProgram();

    var missing = launch(root.resolve("baton"), root, launched, "token", "list", "--json");
    Files.writeString(root.resolve("app/target/baton/verbs.aot"), "no cache");
    Files.writeString(root.resolve("app/target/baton/place"), home() + "\n");
    var broken = launch(root.resolve("baton"), root, launched, "token", "list", "--json");

    assertThat(missing).isEqualTo(new Program.Ended(0, "{\"owners\":[]}", ""));
    assertThat(broken).isEqualTo(missing);
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
