package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** No path that a client can write leads out of a workspace. */
class PathEscapeTest {
  private static final String SECRET = "the secret of somebody else";

  @TempDir static Path directory;
  static ToolBench bench;
  static String attempt = "";

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory);
    Files.writeString(directory.resolve("secret.txt"), SECRET + "\n");
    attempt = bench.attempt("write inside.txt hello");
    bench.awaitEnd(attempt);
    var worktree = directory.resolve("data/worktrees").resolve(attempt).resolve("repo");
    Files.createSymbolicLink(worktree.resolve("link.txt"), directory.resolve("secret.txt"));
    Files.createSymbolicLink(worktree.resolve("outside"), directory);
    Files.createSymbolicLink(worktree.resolve("up"), Path.of("../../../.."));
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  static Stream<String> paths() {
    return Stream.of(
        "../secret.txt",
        "../../../../secret.txt",
        "a/../../../../../secret.txt",
        "./../../../../secret.txt",
        "..",
        directory.resolve("secret.txt").toString(),
        "/etc/passwd",
        "//etc/passwd",
        "link.txt",
        "outside/secret.txt",
        "outside/data/../secret.txt",
        "up/secret.txt",
        ".git",
        ".git/config",
        "./.git/HEAD",
        "a/../.git",
        "inside.txt/../.git",
        ".GIT/config",
        "x\0y",
        "\0",
        "inside.txt\0../../secret.txt",
        "a/".repeat(3_000) + "secret.txt",
        "x".repeat(5_000));
  }

  // why not by their values: no report can show them all
  @ParameterizedTest(name = "path {index}")
  @MethodSource("paths")
  void a_file_outside_is_never_read(String path) {
    var request = Json.object().put("attempt_id", attempt).put("path", path);
    assertNothingShown(bench.client().result("get_attempt_file", request, Json.object()));
  }

  // why not by their values: no report can show them all
  @ParameterizedTest(name = "path {index}")
  @MethodSource("paths")
  void a_patch_shows_nothing_from_outside(String path) {
    var request = Json.object().put("attempt_id", attempt);
    request.putArray("paths").add(path);
    assertNothingShown(bench.client().result("get_attempt_patch", request, Json.object()));
  }

  private static void assertNothingShown(ObjectNode result) {
    assertThat(result.toString()).doesNotContain(SECRET, "root:", "[core]", "gitdir:");
    var answer = result.path("structuredContent");
    if (result.path("isError").asBoolean(false)) {
      assertThat(answer.path("code").asString()).isIn("invalid_argument", "not_found");
      assertThat(answer.path("hint").asString()).isNotBlank();
    } else if (answer.path("blocked").asBoolean()) {
      assertThat(answer.path("blocked_reason").asString())
          .isIn("path_outside_workspace", "not_found", "not_a_file");
      assertThat(answer.path("hint").asString()).isNotBlank();
    } else {
      // why: the patch of a link is the link itself, never what it leads to
      assertThat(answer.path("patch").asString()).matches("(?s)|.*new file mode 120000.*");
    }
  }
}
