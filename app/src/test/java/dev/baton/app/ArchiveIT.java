package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archives that the build makes, unpacked in a directory with a space in its name. */
@Tag("slow")
class ArchiveIT {
  @TempDir private Path temporary;
  private Path place = Path.of("");

  @BeforeEach
  void makeAPlace() throws IOException {
    place = Files.createDirectories(temporary.resolve("some place"));
  }

  private static Program.Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    try (var program = Program.start(List.of(command), environment)) {
      return program.await();
    }
  }

  private Path unpack(Path archive) throws IOException, InterruptedException {
    assertThat(run(Map.of(), "tar", "-xzf", archive.toString(), "-C", place.toString()).code())
        .isZero();
    try (var folders = Files.list(place)) {
      return folders.findFirst().orElseThrow();
    }
  }

  @Test
  void the_archive_runs_with_a_jdk_of_the_machine() throws Exception {
    var home = unpack(Archives.plain());
    var baton = home.resolve("bin/baton").toString();
    var jdk = Map.of("BATON_JAVA_HOME", System.getProperty("java.home"));

    assertThat(run(jdk, baton, "--version").out()).startsWith("baton ");
    var demo = run(jdk, baton, "demo");
    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("merged     into main of greeter");
    assertThat(run(jdk, baton, "connect", "gemini").out()).contains("'" + baton + "' mcp");
    assertThat(home.resolve("baton.aot")).as("the second start is quick").exists();
    assertThat(home.resolve("LICENSE")).exists();
    noticesNameEveryLibraryOf(home);
  }

  @Test
  void an_archive_that_is_moved_starts_its_own_parts() throws Exception {
    var home = unpack(Archives.plain());
    var jdk = Map.of("BATON_JAVA_HOME", System.getProperty("java.home"));
    assertThat(run(jdk, home.resolve("bin/baton").toString(), "--version").code()).isZero();

    var moved = Files.move(home, place.resolve("moved to"));
    var demo = run(jdk, moved.resolve("bin/baton").toString(), "demo");

    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("merged     into main of greeter");
    assertThat(moved.resolve("place")).hasContent(moved.toRealPath().toString());
  }

  private static void noticesNameEveryLibraryOf(Path home) throws IOException {
    var notices = Files.readString(home.resolve("THIRD-PARTY.md"));
    try (var jars = Files.list(home.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString().replaceFirst("-\\d.*", "")))
          .filteredOn(name -> !name.startsWith("baton-"))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(notices).contains(":" + name + "` |"));
    }
  }
}
