package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tools/release} in a copy of this tree, with all but Maven: what the build has packed
 * already takes the place of what that would pack.
 */
@Tag("slow")
class ReleaseIT {
  private static final String VERSION = "1.2.3-rc.1";

  /** Notes what it was asked for, and packs under the version that it finds. */
  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      set -eu
      printf '%s\\n' "$@" >"$NOTES/arguments"
      grep -rl --include=pom.xml --include=libraries.md 'version>.*-SNAPSHOT<' . >"$NOTES/old" || true
      cp CHANGELOG.md "$NOTES"
      version=$(sed -n '0,/<version>/s|.*<version>\\(.*\\)</version>.*|\\1|p' pom.xml)
      mkdir -p app/target unpacked
      tar -xzf "$ARCHIVE" -C unpacked
      mv unpacked/baton-* "unpacked/baton-$version"
      tar -czf "app/target/baton-$version.tar.gz" -C unpacked "baton-$version"
      repository=$(printf '%s\\n' "$@" | sed -n 's|^-DaltDeploymentRepository=release::file://||p')/dev/baton/baton-app
      mkdir -p "$repository/$version"
      echo program >"$repository/$version/baton-app-$version.jar"
      echo time >"$repository/maven-metadata.xml"
      echo sum >"$repository/maven-metadata.xml.sha1"
      """;

  @TempDir private Path place;
  private Path tree;
  private Path out;

  @BeforeEach
  void name() {
    tree = place.resolve("tree");
    out = place.resolve("out");
  }

  /** All that a commit of this tree would have. */
  private void copyTheTree() throws IOException, InterruptedException {
    Files.createDirectories(tree);
    var copied =
        run(
            Map.of(),
            "bash",
            "-c",
            """
            git -C "$1" ls-files -z --cached --others --exclude-standard |
              tar -c -C "$1" --ignore-failed-read --null --files-from=- | tar -x -C "$2"
            """,
            "copy",
            Repository.root().toString(),
            tree.toString());
    if (!Files.exists(tree.resolve("tools/release"))) {
      Absent.skip("The release", "this tree is no git checkout: " + copied.err());
    }
  }

  private Program.Ended release(String... arguments) throws IOException, InterruptedException {
    var bin = Files.createDirectories(place.resolve("bin"));
    var executable =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));
    if (!Files.exists(bin.resolve("mvn"))) {
      Files.writeString(Files.createFile(bin.resolve("mvn"), executable), MAVEN);
    }
    var environment = new HashMap<String, String>();
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("NOTES", place.toString());
    environment.put("ARCHIVE", Archives.plain().toString());
    environment.put("BATON_JAVA_HOME", System.getProperty("java.home"));
    environment.put("BATON_PACKAGE_CACHES", "no");
    environment.put("SOURCE_DATE_EPOCH", "");
    return run(
        environment,
        Stream.concat(Stream.of(tree.resolve("tools/release").toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private Program.Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    try (var program = Program.start(List.of(command), environment, place)) {
      return program.await();
    }
  }

  @Test
  void all_that_is_handed_out_is_made_of_the_last_commit_under_its_version() throws Exception {
    copyTheTree();
    TestRepository.make(tree, Map.of());
    Files.writeString(tree.resolve("CHANGELOG.md"), "# Not committed\n");

    var released = release(VERSION, out.toString());

    assertThat(released.code()).as(released.err()).isZero();
    assertThat(released.err()).contains("release: what is not committed is left out.");
    assertThat(Files.readString(place.resolve("CHANGELOG.md"))).doesNotContain("Not committed");
    assertThat(place.resolve("old")).as("files that name another version").isEmptyFile();
    assertThat(Files.readAllLines(place.resolve("arguments")))
        .contains("-Prelease", "deploy", "-Dproject.build.outputTimestamp=" + timeOfCommit());
    assertThat(names())
        .map(name -> name.replaceAll("(linux|darwin)-(x64|arm64)", "PLATFORM"))
        .filteredOn(name -> !name.endsWith(".deb"))
        .containsExactlyInAnyOrder(
            "CHANGELOG.md",
            "Containerfile",
            "SHA256SUMS",
            "baton-1.2.3-rc.1-PLATFORM.cdx.json",
            "baton-1.2.3-rc.1-PLATFORM.mcpb",
            "baton-1.2.3-rc.1-PLATFORM.tar.gz",
            "baton-agents-1.2.3-rc.1.tgz",
            "baton-agents-PLATFORM-1.2.3-rc.1.tgz",
            "baton-maven-1.2.3-rc.1.tar.gz",
            "jbang-catalog.json",
            "server.json");
    assertThat(names()).containsExactlyInAnyOrderElementsOf(released.out().lines().toList());
    var sums = run(Map.of(), "sh", "-c", "cd out && sha256sum --quiet --check SHA256SUMS");
    assertThat(sums.code()).as(sums.err()).isZero();
    assertThat(out.resolve("CHANGELOG.md")).content().startsWith("# Baton " + VERSION);
    assertThat(out.resolve("server.json")).content().contains("\"" + VERSION + "\"");
    var libraries = out.resolve("baton-maven-%s.tar.gz".formatted(VERSION)).toString();
    assertThat(run(Map.of(), "tar", "-tzf", libraries).out())
        .contains("/baton-app-1.2.3-rc.1.jar")
        .doesNotContain("maven-metadata");
    assertThat(TestRepository.git(tree, "status", "--porcelain").strip())
        .as("the tree is as it was")
        .isEqualTo("M CHANGELOG.md");
  }

  private String timeOfCommit() {
    var seconds = TestRepository.git(tree, "log", "-1", "--format=%ct").strip();
    return Instant.ofEpochSecond(Long.parseLong(seconds)).toString();
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void what_cannot_be_released_is_said_before_anything_is_built() throws Exception {
    Files.createDirectories(tree.resolve("tools"));
    Files.copy(
        Repository.root().resolve("tools/release"),
        tree.resolve("tools/release"),
        StandardCopyOption.COPY_ATTRIBUTES);
    assertThat(release("1.2", out.toString()).err())
        .startsWith("release: '1.2' is not a version; name one such as 1.2.0 or 1.2.0-rc.1");
    assertThat(release(VERSION, out.toString()).err())
        .endsWith("is no git checkout with a commit; a release is made of one.\n");
    TestRepository.make(tree, Map.of());
    Files.writeString(Files.createDirectories(out).resolve("kept.txt"), "kept");

    var refused = release(VERSION, out.toString());

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "release: %s is not empty; name another directory or empty this one.\n".formatted(out));
    assertThat(place.resolve("arguments")).as("Maven").doesNotExist();
    assertThat(names()).containsExactly("kept.txt");
  }
}
