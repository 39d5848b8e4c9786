package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The launcher in another place than the one where the program was built, or with too little. */
class MovedLauncherTest extends LauncherFixture {
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
}
